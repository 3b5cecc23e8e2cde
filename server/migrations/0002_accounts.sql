-- People of the dashboard, their sessions and their part in projects. The first five tables are
-- better-auth's models under our names (ADR 5): its columns may be renamed here, not left out.

create table users (
  id uuid primary key,
  name text not null constraint users_name_length check (char_length(name) between 1 and 255),
  -- Lower case is made by the server; ASCII alone is checked, so that no collation has a say.
  email text not null
    constraint users_email unique
    constraint users_email_lower_case check (email !~ '[A-Z[:space:]]'),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- `token` is the refresh credential; it leaves the service only inside a signed cookie.
create table dashboard_sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null constraint dashboard_sessions_token unique,
  expires_at timestamptz not null,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index dashboard_sessions_user on dashboard_sessions (user_id);
create index dashboard_sessions_expiry on dashboard_sessions (expires_at);

-- A way to sign in: a password (provider `credential`, account_id = the user's id) or an identity elsewhere.
create table user_accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_accounts_identity unique (provider_id, account_id)
);
create index user_accounts_user on user_accounts (user_id);

-- Short-lived secrets: password resets, second-factor challenges, states of foreign sign-ins.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);

-- `secret` and `backup_codes` are encrypted with a key derived from SECRET.
create table two_factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
create index two_factors_user on two_factors (user_id);

create table project_members (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null constraint project_members_role check (role in ('owner', 'admin', 'viewer')),
  created_at timestamptz not null default now(),
  constraint project_members_pkey primary key (project_id, user_id)
);
create unique index project_members_owner on project_members (project_id) where role = 'owner';
create index project_members_user on project_members (user_id);
