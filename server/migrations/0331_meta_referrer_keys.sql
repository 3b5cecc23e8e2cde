-- Keys by which Meta encrypts the campaigns of an app's installations.

create table meta_referrer_keys (
  project_id uuid not null constraint meta_referrer_keys_pkey primary key
    constraint meta_referrer_keys_project_id_fkey references projects (id) on delete cascade,
  sealed text not null,
  last_characters text not null
);
comment on column meta_referrer_keys.sealed is 'Encrypted with SECRET; encrypted anew after it changes (reencryptSecrets.ts).';
comment on column meta_referrer_keys.last_characters is 'All that is ever shown of it.';
