-- A domain under LINK_DOMAIN that the server gives to a project: nothing to prove, and no limit counts it.
alter table domains add column given boolean not null default false;

-- Every host that was ever given, also to projects that are gone: links in the world must not come to lead to
-- whoever takes the name next.
create table given_hosts (
  host text primary key,
  project_id uuid not null,
  given_at timestamptz not null default now()
);
