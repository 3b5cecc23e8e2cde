-- Lifetime numbers of links, exact at once: what is merged and the rows that are not.

-- Sessions of apps: `seconds` is null while one runs and when it was abandoned.
create view session_lengths as
select project_id, started_at as at,
       extract(epoch from ended_at - started_at)::double precision as seconds
from sessions;

-- Facts are counted where they lie; their totals were never moved.
alter table link_counters
  drop column installs, drop column returning_users, drop column attributed_clicks;

-- What a link's lifetime numbers are summed from. One statement reads it on one snapshot, so nothing is
-- counted twice or left out. The times beside the ids serve the index by link and time; an open can be
-- stamped by another clock than its click. Types are alike in all parts, so that conditions on
-- link_key reach the tables' indexes.
create view link_number_parts as
select link_key, clicks, previews, bots, opens, 0::bigint as installs, 0::bigint as returning_users,
       0::bigint as attributed_clicks, last_clicked_at
from link_counters
union all
select link_key, (kind = 1)::integer::bigint, (kind = 2)::integer::bigint, (kind = 3)::integer::bigint,
       0::bigint, 0::bigint, 0::bigint, 0::bigint, case when kind = 1 then clicked_at end
from clicks
where id >= (select merged from click_merge) and clicked_at >= (select merged_at from click_merge)
union all
select link_key, (kind = 1)::integer::bigint, (kind = 2)::integer::bigint, (kind = 3)::integer::bigint,
       0::bigint, 0::bigint, 0::bigint, 0::bigint, case when kind = 1 then clicked_at end
from late_clicks where id < (select merged from click_merge)
union all
select link_key, 0::bigint, 0::bigint, 0::bigint, 1::bigint, 0::bigint, 0::bigint, 0::bigint,
       null::timestamptz
from opens
where click_id >= (select merged from click_merge)
  and opened_at >= (select merged_at - interval '1 hour' from click_merge)
union all
select link_key, 0::bigint, 0::bigint, 0::bigint, 1::bigint, 0::bigint, 0::bigint, 0::bigint,
       null::timestamptz
from late_opens where click_id < (select merged from click_merge)
union all
select link_key, 0::bigint, 0::bigint, 0::bigint, 0::bigint, (kind = 'install')::integer::bigint,
       (kind = 'returning')::integer::bigint, (kind = 'click')::integer::bigint, null::timestamptz
from attribution_facts;
