-- One relation of roll-ups takes the place of six, and is counted from rows when a UTC day is over. Only days whose rows retention
-- has deleted are carried over: everything else is counted again in the background, and answered from rows until then.

create table rollups (
  project_number integer not null constraint rollups_project_number_fkey references projects (number) on delete cascade,
  link_key bigint not null,
  dimension smallint not null,
  at timestamptz not null,
  code integer not null,
  count bigint not null,
  constraint rollups_pkey primary key (project_number, link_key, dimension, at, code) include (count)
);
comment on table rollups is 'Whole UTC days of projects and busy links, counted from their rows once the day is over; see docs/analytics-storage.md.';
comment on column rollups.link_key is '0: the whole project.';
comment on column rollups.dimension is '0: by quarter of an hour, with the kind as code (0 opens); 8: distinct visitors; others as in server/src/clicks/Click.ts, by day.';
comment on column rollups.code is 'Of click_terms or referrers; 0: unknown.';

create table rolled_days (
  day timestamptz not null constraint rolled_days_pkey primary key,
  stale boolean not null default true
);
comment on table rolled_days is 'UTC days that are over. While one is stale, or is not here, rows answer for it.';

insert into rollups (project_number, link_key, dimension, at, code, count)
select number, 0, dimension, at, code, clicks
from project_rollups join projects on projects.id = project_id
  join project_retention as kept on kept.project_id = projects.id
where span = 1440 and at < kept_from
union all
select number, 0, 0, at, fact.code, fact.count
from project_times join projects on projects.id = project_id
  join project_retention as kept on kept.project_id = projects.id,
  lateral (values (0, opens), (1, clicks), (2, previews), (3, bots)) as fact (code, count)
where span = 15 and at < kept_from and fact.count > 0;

alter table deployment add column recount boolean not null default false;
comment on column deployment.recount is 'A migration asks for the lifetime numbers of links to be counted again.';
update deployment set recount = (select rebuild_needed from closed_days);

create index rollups_at on rollups using brin (at);
create index clicks_project_time on clicks (project_number, clicked_at);

drop table project_rollups, project_times, link_totals, link_tops, link_days, busy_links, stale_days, closed_days;
drop function days_closed_until();

-- Whoever adds rows to days that are over notes that their roll-ups are stale; in the transaction of the rows. The lock comes first: who
-- closes a day waits for writers that did not see it closed. Called as a function, so that it sees what was committed meanwhile.
create function note_days(days timestamptz[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('fairlead rolled days', 0));
  update rolled_days set stale = true
  where day in (select day from rolled_days where day = any(days) order by day for update);
end $$;
