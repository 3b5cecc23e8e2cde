-- Totals move in the transaction of the rows they count (ADR 12). What the merge of before had not come to yet is added
-- once here: the rows past its watermark, and those that came late. One transaction, as every migration: broken off, it has changed
-- nothing and is run again.

create temporary table unmerged_clicks on commit drop as
  select clicks.*, date_trunc('hour', clicked_at, 'UTC') as hour
  from clicks where id >= (select merged from click_merge)
  union all
  select late_clicks.*, date_trunc('hour', clicked_at, 'UTC')
  from late_clicks where id < (select merged from click_merge);
create temporary table unmerged_opens on commit drop as
  select click_id, opened_at, link_key from opens where click_id >= (select merged from click_merge)
  union all
  select click_id, opened_at, link_key from late_opens
  where click_id < (select merged from click_merge);

insert into link_counters as counter (link_key, clicks, previews, bots, opens, last_clicked_at)
select link_key, count(*) filter (where kind = 1), count(*) filter (where kind = 2),
       count(*) filter (where kind = 3), count(*) filter (where kind = 0),
       max(clicked_at) filter (where kind = 1)
from (
  select link_key, kind, clicked_at from unmerged_clicks
  union all
  select link_key, 0, null from unmerged_opens
) as facts
group by link_key
on conflict (link_key) do update set
  clicks = counter.clicks + excluded.clicks,
  previews = counter.previews + excluded.previews,
  bots = counter.bots + excluded.bots,
  opens = counter.opens + excluded.opens,
  last_clicked_at = greatest(counter.last_clicked_at, excluded.last_clicked_at);

insert into link_totals as total (link_key, dimension, code, clicks)
select link_key, dimension, code, count(*)
from unmerged_clicks cross join lateral (
  values (1::smallint, device::integer), (2, os), (3, browser), (4, country)
) as word (dimension, code)
where kind = 1 and code is not null
group by 1, 2, 3
on conflict on constraint link_totals_pkey do update set clicks = total.clicks + excluded.clicks;

-- Equal words: the one that comes first by code points.
insert into link_tops (link_key, device, os, browser, country)
select link_key, max(code) filter (where dimension = 1), max(code) filter (where dimension = 2),
       max(code) filter (where dimension = 3), max(code) filter (where dimension = 4)
from (
  select distinct on (link_key, total.dimension) link_key, total.dimension, total.code
  from link_totals as total join click_terms using (code)
  where link_key in (select link_key from unmerged_clicks) and clicks > 0
  order by link_key, total.dimension, clicks desc, term collate "C"
) as tops
group by link_key
on conflict (link_key) do update set
  device = excluded.device, os = excluded.os, browser = excluded.browser, country = excluded.country;

create temporary table unmerged_words on commit drop as
select links.project_id, hour, dimension, coalesce(code, 0) as code, count(*) as clicks
from unmerged_clicks join links on links.key = link_key
  cross join lateral (
    values (1::smallint, 1::smallint, device::integer), (1, 2, os), (1, 3, browser), (1, 4, country),
           (1, 5, app), (1, 6, referrer), (1, 7, source), (2, 9, app)
  ) as word (of_kind, dimension, code)
where kind = of_kind
group by 1, 2, 3, 4;
insert into project_rollups as total (project_id, dimension, span, at, code, clicks)
select project_id, dimension, span, date_trunc(unit, hour, 'UTC'), code, sum(clicks)::bigint
from unmerged_words
  cross join (values (60::smallint, 'hour'), (1440, 'day'), (0, 'month')) as spans (span, unit)
group by 1, 2, 3, 4, 5
on conflict on constraint project_rollups_pkey do update set clicks = total.clicks + excluded.clicks;

insert into project_times as total (project_id, span, at, opens, clicks, previews, bots)
select links.project_id, spans.span, date_bin(make_interval(mins => spans.span), at, 'epoch'),
       count(*) filter (where kind = 0), count(*) filter (where kind = 1),
       count(*) filter (where kind = 2), count(*) filter (where kind = 3)
from (
  select link_key, kind, clicked_at as at from unmerged_clicks
  union all
  select link_key, 0, opened_at from unmerged_opens
) as facts join links on links.key = link_key
  cross join (values (15), (30), (60)) as spans (span)
group by 1, 2, 3
on conflict on constraint project_times_pkey do update set
  opens = total.opens + excluded.opens, clicks = total.clicks + excluded.clicks,
  previews = total.previews + excluded.previews, bots = total.bots + excluded.bots;

-- UTC days before this one are closed: their visitors are counted, and what is kept of links that are clicked a lot.
create table closed_days (
  single boolean constraint closed_days_pkey primary key default true
    constraint closed_days_single check (single),
  until timestamptz not null,
  -- Totals that an upgrade found wrong: the jobs count them anew once.
  rebuild_needed boolean not null default false
);
insert into closed_days (until, rebuild_needed) select visitors_from, rebuild_needed from click_merge;

-- Closed days to which something came afterwards, or that are closed and not counted yet.
create table stale_days (
  day timestamptz constraint stale_days_pkey primary key,
  noted_at timestamptz not null default now()
);
insert into stale_days (day)
select day from (
  select date_trunc('day', clicked_at, 'UTC') as day from unmerged_clicks
  union
  select date_trunc('day', opened_at, 'UTC') from unmerged_opens
) as days
where day < (select until from closed_days);

-- Whoever adds facts asks for this, so that days are closed only between transactions of writers. Volatile: it sees
-- what was committed while the lock was waited for.
create function days_closed_until() returns timestamptz language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('fairlead closed days', 0));
  return (select until from closed_days);
end $$;

drop view link_number_parts;
create view link_number_parts as
select link_key, clicks, previews, bots, opens, 0::bigint as installs, 0::bigint as returning_users,
       0::bigint as attributed_clicks, last_clicked_at
from link_counters
union all
select link_key, 0::bigint, 0::bigint, 0::bigint, 0::bigint, (kind = 'install')::integer::bigint,
       (kind = 'returning')::integer::bigint, (kind = 'click')::integer::bigint, null::timestamptz
from attribution_facts;

drop function sealed_click_id();
drop function require_above_seal(timestamptz);
drop table late_clicks;
drop table late_opens;
drop table click_merge;
