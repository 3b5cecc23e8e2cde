import type { ClientBase } from 'pg';
import {
  linkDimensionValues,
  projectTimes,
  projectDimensionValues,
  ROLLED_VALUES,
  topValues,
} from './dimensions.ts';

/**
 * SQL: steps of the statement that adds rows, which move all totals by what the rows of `clicks` and `opens` add up to
 * (docs/analytics-storage.md). Rows are locked in the order of their keys, and tables in the order in which they stand here, so that
 * several writers wait for each other and never in a circle. The relation `added_totals` names the links whose words moved.
 */
export const moveTotals = (clicks: string, opens: string) => `located as materialized (
  select click.*, projects.id as project_id, date_trunc('hour', click.clicked_at, 'UTC') as hour
  from ${clicks} as click join projects on projects.number = click.project_number
), opened_of as materialized (
  select open.*, projects.id as project_id
  from ${opens} as open join projects on projects.number = open.project_number
), dimension_values as materialized (${projectDimensionValues('located')}
), added_counters as (
  insert into link_counters as counter (project_number, link_key, clicks, previews, bots, opens, last_clicked_at)
  select project_number, link_key, count(*) filter (where kind = 1), count(*) filter (where kind = 2),
         count(*) filter (where kind = 3), count(*) filter (where kind = 0),
         max(clicked_at) filter (where kind = 1)
  from (
    select project_number, link_key, kind, clicked_at from ${clicks}
    union all
    select project_number, link_key, 0, null from ${opens}
  ) as facts
  group by project_number, link_key
  order by link_key
  on conflict (link_key) do update set
    clicks = counter.clicks + excluded.clicks,
    previews = counter.previews + excluded.previews,
    bots = counter.bots + excluded.bots,
    opens = counter.opens + excluded.opens,
    last_clicked_at = greatest(counter.last_clicked_at, excluded.last_clicked_at)
), added_totals as (
  insert into link_totals as total (project_number, link_key, dimension, code, clicks)
  select * from (${linkDimensionValues(clicks)}) as dimension_values
  order by link_key, dimension, code
  on conflict on constraint link_totals_pkey
  do update set clicks = total.clicks + excluded.clicks
  returning link_key
), added_times as (
  insert into project_times as total (project_id, span, at, opens, clicks, previews, bots)
  select * from (${projectTimes('located', 'opened_of')}) as times
  order by 1, 2, 3
  on conflict on constraint project_times_pkey do update set
    opens = total.opens + excluded.opens,
    clicks = total.clicks + excluded.clicks,
    previews = total.previews + excluded.previews,
    bots = total.bots + excluded.bots
), added_rollups as (
  insert into project_rollups as total (project_id, dimension, span, at, code, clicks)
  select * from (${ROLLED_VALUES}) as rolled
  order by 1, 2, 3, 4, 5
  on conflict on constraint project_rollups_pkey
  do update set clicks = total.clicks + excluded.clicks
), closed as materialized (
  select days_closed_until() as until
), noted_days as (
  insert into stale_days (day)
  select day from (
    select date_trunc('day', clicked_at, 'UTC') as day from ${clicks}
    union
    select date_trunc('day', opened_at, 'UTC') from ${opens}
  ) as days, closed
  where day < closed.until
  order by day
  on conflict (day) do update set noted_at = now()
)`;

const REFRESH = `
insert into link_tops (project_number, link_key, device, os, browser, country)
select * from (${topValues('(select * from link_totals where link_key = any($1::bigint[]))')}) as top_values
order by link_key
on conflict (link_key) do update set
  device = excluded.device, os = excluded.os, browser = excluded.browser, country = excluded.country`;

/**
 * Finds the most common values of links whose totals moved in this transaction. It holds their counters until its end, so another
 * one that moves the same links comes after it and sees what it has left.
 */
export async function refreshTopValues(
  client: ClientBase,
  links: readonly string[],
): Promise<void> {
  await client.query({
    name: 'refresh-top-values',
    text: REFRESH,
    values: [`{${links.join(',')}}`],
  });
}
