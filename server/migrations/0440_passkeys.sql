-- Passkeys by which people sign in to the dashboard.

create table passkeys (
  id uuid not null constraint passkeys_pkey primary key,
  user_id uuid not null constraint passkeys_user_id_fkey references users (id) on delete cascade,
  credential_id text not null constraint passkeys_credential_id unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  host text not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id on passkeys (user_id);
comment on table passkeys is 'Passkeys (WebAuthn credentials) by which people sign in to the dashboard.';
comment on column passkeys.credential_id is 'The authenticator''s name for it, in base64url.';
comment on column passkeys.public_key is 'In COSE, as the authenticator gave it.';
comment on column passkeys.counter is 'How often it has signed, as it said last; 0 for those that do not count.';
comment on column passkeys.transports is 'How browsers reach it, which they are told when another is added.';
comment on column passkeys.host is 'The host of the dashboard''s public address when it was added (the RP ID): it works at no other.';
