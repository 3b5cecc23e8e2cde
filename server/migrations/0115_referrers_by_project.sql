-- A referrer host belongs to the project whose visitor brought it, so that one project cannot use up what all
-- share. Hosts from before (no project) stay: everybody's numbers name them by code, and they are used further.
-- No foreign key: a click may bring a host while its project is being deleted; the nightly job removes those.
alter table referrers
  add column project_id uuid,
  add column added_on date not null default (now() at time zone 'UTC')::date,
  add column seen_on date not null default (now() at time zone 'UTC')::date;

-- Host first: a release from before this one still asks by host alone.
create unique index referrers_host_project on referrers (host, project_id) nulls not distinct;
alter table referrers drop constraint referrers_host;
create index referrers_added on referrers (project_id, added_on) where project_id is not null;
create index referrers_seen on referrers (seen_on);

-- Stands for every further host of a project that has brought more new ones than a day may.
insert into referrers (host) values ('(other)') on conflict do nothing;
