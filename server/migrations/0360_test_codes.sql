-- Codes by which testers have an app given a link as if it had led to the installation.

create table test_codes (
  id uuid not null constraint test_codes_pkey primary key,
  project_id uuid not null constraint test_codes_project_id_fkey references projects (id) on delete cascade,
  link_key bigint not null,
  hash bytea not null constraint test_codes_hash unique,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  uses integer not null default 0
);
create index test_codes_project on test_codes (project_id, id);
create index test_codes_ends on test_codes (ends_at);
comment on column test_codes.hash is 'SHA-256; the code itself is shown once.';
comment on column test_codes.uses is 'How often an app was given the link: all that is counted of a test.';
