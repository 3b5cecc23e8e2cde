-- What changes of that which every process keeps in memory is written down by the statement that changes it, and
-- each process reads it from here (ADR 4). A notification would make commits wait for each other.

create table changes (
  -- A reader's position: below the oldest transaction under way nothing can be added any more.
  transaction xid8 not null default pg_current_xact_id(),
  id bigint not null generated always as identity,
  kind text not null constraint changes_kind
    check (kind in ('link', 'links', 'installations', 'domain', 'project', 'key')),
  project_id uuid,
  -- Slugs, the host or the key's hash.
  names text[] not null default '{}',
  at timestamptz not null default now(),
  constraint changes_pkey primary key (transaction, id)
);

create or replace function announce_project() returns trigger language plpgsql as $$
begin
  insert into changes (kind, project_id) values ('project', coalesce(new.id, old.id));
  return null;
end $$;

create or replace function announce_domain() returns trigger language plpgsql as $$
begin
  insert into changes (kind, project_id, names)
  select 'domain', null, array[host] from (values (old.host), (new.host)) as hosts (host) where host is not null
  union
  select 'project', project_id, '{}'
  from (values (old.project_id), (new.project_id)) as projects (project_id) where project_id is not null;
  return null;
end $$;

create or replace function announce_key() returns trigger language plpgsql as $$
begin
  insert into changes (kind, names) values ('key', array[encode(coalesce(new.hash, old.hash), 'hex')]);
  return null;
end $$;

-- Per statement: of a large write only the project is named.
create or replace function announce_links() returns trigger language plpgsql as $$
begin
  insert into changes (kind, project_id, names)
  select case when count(*) > 100 then 'links' else 'link' end, project_id,
    case when count(*) > 100 then '{}' else array_agg(slug) end
  from changed group by project_id;
  return null;
end $$;

create or replace function announce_installations() returns trigger language plpgsql as $$
begin
  insert into changes (kind, project_id) select distinct 'installations', project_id from changed;
  return null;
end $$;

comment on table changes is 'What processes keep in memory and somebody has changed, for an hour: an outbox that each process follows.';
comment on column changes.transaction is 'The position of a reader is the oldest transaction under way when it last read.';
comment on column changes.names is 'Slugs, the host or the key''s hash.';
