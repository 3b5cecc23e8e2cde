-- Who is believed about whose an installation is.
alter table projects add column identify text not null default 'apps'
  constraint projects_identify check (identify in ('apps', 'signed'));
comment on column projects.identify is 'Whether apps need a proof to identify an installation: apps (none) or signed.';

create table identity_secrets (
  project_id uuid not null constraint identity_secrets_pkey primary key
    constraint identity_secrets_project_id_fkey references projects (id) on delete cascade,
  sealed text not null,
  last_characters text not null,
  made_at timestamptz not null,
  previous text,
  previous_until timestamptz,
  constraint identity_secrets_previous check ((previous is null) = (previous_until is null))
);
comment on table identity_secrets is 'What proofs of identities are made with.';
comment on column identity_secrets.sealed is 'Encrypted with SECRET; encrypted anew after it changes (reencryptSecrets.ts).';
comment on column identity_secrets.last_characters is 'All that is ever shown of it again.';
comment on column identity_secrets.previous is 'The one before, encrypted as well: its proofs count until previous_until.';
