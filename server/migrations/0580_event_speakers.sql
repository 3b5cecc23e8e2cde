-- Who said an event decides which of two with one id counts, and whose revenue is added up.

alter table events add column said_by text, add column source_id uuid;
comment on column events.said_by is '`app`, `server` or the kind of an event source; null: stored by an earlier release, `from_app` and the id say it.';
comment on column events.source_id is 'The event source that sent it; null: none did, or an earlier release stored it.';
-- Ids of custom sources begin with the source, of which nothing else says what it is.
update events set said_by = 'custom', source_id = event_sources.id
from event_sources join projects on projects.id = event_sources.project_id
where event_sources.kind = 'custom' and not events.from_app
  and events.project_number = projects.number and left(events.event_id, 37) = event_sources.id::text || ':';

alter table projects
  add column revenue_from text not null default 'any' constraint projects_revenue_from check (revenue_from in ('any', 'servers')),
  add column daily_app_events integer constraint projects_daily_app_events check (daily_app_events > 0);
comment on column projects.revenue_from is 'Whose revenue is added up; `servers`: what apps say is kept and shown, and not added.';
comment on column projects.daily_app_events is 'Events that apps may send on a day in UTC; null: any number.';

create table app_event_days (
  project_id uuid not null constraint app_event_days_project_id_fkey references projects (id) on delete cascade,
  day date not null,
  events integer not null,
  constraint app_event_days_pkey primary key (project_id, day)
);
comment on table app_event_days is 'How many events apps have sent on the last day, of projects that limit them.';
comment on column app_event_days.day is 'UTC.';
