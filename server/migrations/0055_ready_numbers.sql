-- What makes a dashboard's questions answer from few rows (ADR 7): times of projects in one row a time,
-- words by month, previews by crawler, and the closed days of links that are clicked a lot.

-- Which project a click's link belongs to, without a visit to the wide row of the link.
alter table links drop constraint links_key;
alter table links add constraint links_key unique (key) include (project_id);

-- The last, unfinished range of a month is never summarised: small ranges keep it small.
drop index opens_time;
create index opens_time on opens using brin (opened_at) with (pages_per_range = 2);

-- Facts of a project by time; `span` is 15, 30 or 60 minutes: a question takes the longest that its
-- hours and days can be made of.
create table project_times (
  project_id uuid not null references projects (id) on delete cascade,
  span smallint not null,
  at timestamptz not null,
  opens bigint not null default 0,
  clicks bigint not null default 0,
  previews bigint not null default 0,
  bots bigint not null default 0,
  constraint project_times_pkey primary key (project_id, span, at)
) with (fillfactor = 80);

insert into project_times (project_id, span, at, opens, clicks, previews, bots)
select project_id, spans.span, date_bin(make_interval(mins => spans.span), at, 'epoch'),
       coalesce(sum(clicks) filter (where code = 0), 0), coalesce(sum(clicks) filter (where code = 1), 0),
       coalesce(sum(clicks) filter (where code = 2), 0), coalesce(sum(clicks) filter (where code = 3), 0)
from project_rollups cross join (values (15), (30), (60)) as spans (span)
where dimension = 0
group by 1, 2, 3
order by 1, 2, 3;
delete from project_rollups where dimension = 0;

-- From here on `span` of words is 60 (an hour), 1440 (a UTC day) or 0 (a UTC month).
insert into project_rollups (project_id, dimension, span, at, code, clicks)
select project_id, dimension, 0, date_trunc('month', at, 'UTC'), code, sum(clicks)
from project_rollups where span = 1440 and dimension between 1 and 7
group by 1, 2, 4, 5
order by 1, 2, 4, 5;

-- 9: previews by the crawler that fetched them. Those of before have to be counted once.
insert into project_rollups (project_id, dimension, span, at, code, clicks)
select project_id, 9, span, at, code, count(*)
from (
  select links.project_id, coalesce(app, 0) as code, spans.span,
         date_trunc(spans.unit, clicked_at, 'UTC') as at
  from clicks join links on links.key = clicks.link_key
    cross join (values (60, 'hour'), (1440, 'day'), (0, 'month')) as spans (span, unit)
  where kind = 2 and clicks.id < (select merged from click_merge)
    and not exists (select from late_clicks where late_clicks.id = clicks.id)
) as previewed
group by 1, 3, 4, 5
order by 1, 3, 4, 5;

-- Links whose closed days are kept in link_days, all of them since the first.
create table busy_links (
  link_key integer primary key
);

-- A UTC day of a busy link, counted from its rows when the day is over, and anew when some come late.
-- `slots` are quarters of the day times four plus the kind (0 opens); `words` are dimensions times
-- 2^32 plus the code; each with its count at the same place.
create table link_days (
  link_key integer not null,
  day timestamptz not null,
  visitors integer not null,
  slots smallint[] not null,
  slot_counts integer[] not null,
  words bigint[] not null,
  word_counts integer[] not null,
  constraint link_days_pkey primary key (link_key, day)
);
