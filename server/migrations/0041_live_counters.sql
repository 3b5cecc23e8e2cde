-- Lifetime numbers of links, exact at once: what is merged and the rows that are not.

-- Sessions of apps: `seconds` is null while one runs and when it was abandoned.
create view session_lengths as
select project_id, started_at as at,
       extract(epoch from ended_at - started_at)::double precision as seconds
from sessions;

-- Facts are counted where they lie; their totals were never moved.
alter table link_counters
  drop column installs, drop column returning_users, drop column attributed_clicks;

-- One statement reads it on one snapshot, so nothing is counted twice or left out. The times beside the
-- ids serve the index by link and time; an open can be stamped by another clock than its click.
create view live_link_counters as
select link_key,
       sum(clicks)::bigint as clicks,
       sum(previews)::bigint as previews,
       sum(bots)::bigint as bots,
       sum(opens)::bigint as opens,
       sum(installs)::bigint as installs,
       sum(returning_users)::bigint as returning_users,
       sum(attributed_clicks)::bigint as attributed_clicks,
       max(last_clicked_at) as last_clicked_at
from (
  select link_key, clicks, previews, bots, opens, 0 as installs, 0 as returning_users,
         0 as attributed_clicks, last_clicked_at
  from link_counters
  union all
  select link_key, (kind = 1)::integer, (kind = 2)::integer, (kind = 3)::integer, 0, 0, 0, 0,
         case when kind = 1 then clicked_at end
  from clicks
  where id >= (select merged from click_merge)
    and clicked_at >= (select merged_at from click_merge)
  union all
  select link_key, (kind = 1)::integer, (kind = 2)::integer, (kind = 3)::integer, 0, 0, 0, 0,
         case when kind = 1 then clicked_at end
  from late_clicks where id < (select merged from click_merge)
  union all
  select link_key, 0, 0, 0, 1, 0, 0, 0, null
  from opens
  where click_id >= (select merged from click_merge)
    and opened_at >= (select merged_at - interval '1 hour' from click_merge)
  union all
  select link_key, 0, 0, 0, 1, 0, 0, 0, null
  from late_opens where click_id < (select merged from click_merge)
  union all
  select link_key, 0, 0, 0, 0, (kind = 'install')::integer, (kind = 'returning')::integer,
         (kind = 'click')::integer, null
  from attribution_facts
) as parts
group by link_key;
