-- What the dashboard adds: invitations, the audit log, domain checks and the search for installations.

-- `token_hash` is the SHA-256 of the token in the mail. An accepted or revoked invitation has no row.
create table invitations (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  email text not null,
  role text not null constraint invitations_role check (role in ('admin', 'viewer')),
  token_hash bytea not null constraint invitations_token unique,
  invited_by uuid references users (id) on delete set null,
  invited_by_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint invitations_project_email unique (project_id, email)
);
create index invitations_inviter on invitations (invited_by);

-- Written in the transaction of the change it tells of. Names are kept as they were; the person's row may go.
create table audit_entries (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  at timestamptz not null default now(),
  actor_kind text not null constraint audit_entries_actor check (actor_kind in ('user', 'operator', 'system')),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  target_kind text not null,
  target_id text,
  target_name text not null,
  details jsonb not null default '{}'
);
create index audit_entries_project on audit_entries (project_id, id desc);

-- What the last look at the DNS saw: `{proof, traffic, problem}`; null before the first.
alter table domains add column checked_at timestamptz;
alter table domains add column check_result jsonb;
-- The background check takes the domain that has waited longest.
create index domains_unchecked on domains (checked_at nulls first);

-- A removed domain keeps its row for the deleted links that name it; adding it again revives the row.
alter table domains add column removed_at timestamptz;

-- The list of installations, newest first, and the search for those of a user.
create index installations_project on installations (project_id, id desc);
create index installations_user on installations (project_id, (metadata ->> 'userId'))
  where metadata ->> 'userId' is not null;
