import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { lowestIdAt } from '../lib/uuid.ts';
import { linkDimensionValues, topValues } from './dimensions.ts';
import type { LinkNumbers, Throttle, WantedLinks } from '../clicks/ClickStore.ts';
import { findThrottle } from './throttle.ts';
import { timeLiteral } from './timeLiteral.ts';
import { DAY_MS } from '../lib/time.ts';
import type { TimeRange } from '../lib/timeRange.ts';

const OLDEST = new Date(0);
const NEWEST = new Date('9999-01-01T00:00:00Z');
/** How far before the end of a window the last click of most links is found in one pass. */
const NEAR_MS = 45 * DAY_MS;

/** Rows of either kind that take about as long as a rest. */
const LINKS_BETWEEN = 1000;
const CLICKS_BETWEEN = 2000;

/** A window over fewer links than this is read by link, whatever its length. */
const FEW_LINKS = 1000;

/**
 * Clicks of people, the last of them and the most common values, for every link of the statement's `wanted_links` that
 * has any. Exact on the snapshot of the transaction, which must be one for all its statements (repeatable read). It joins
 * `wanted_links` rather than testing for membership: of a join of relations without statistics PostgreSQL estimates the
 * rows well.
 */
export async function readLinkNumbers(
  trx: Transaction<Database>,
  { count }: WantedLinks,
  window: TimeRange,
): Promise<LinkNumbers> {
  const throttle = await findThrottle(trx);
  const parts = await makeLinkNumbers(trx, { count, window, throttle });
  return { relation: sql`(with ${sql.raw(parts)} select * from link_numbers)`, throttle };
}

interface Input {
  readonly count: number;
  readonly window: TimeRange;
  readonly throttle: Throttle;
}

/** SQL: the relation `link_numbers` and what it is made of, for a WITH clause. */
async function makeLinkNumbers(
  trx: Transaction<Database>,
  { count, window, throttle }: Input,
): Promise<string> {
  if (!window.from && !window.to) return lifetimeNumbers(throttle);
  const scan = { from: window.from ?? OLDEST, to: window.to ?? NEWEST, throttle };
  // What lies outside may be fewer rows than what lies inside: then totals less the outside.
  return count >= FEW_LINKS && (await isMostOfAll(trx, scan))
    ? numbersByDifference(scan)
    : numbersFromRows(scan);
}

/** SQL: the counters of the links that are asked for. */
const counted = (throttle: Throttle) => `
  select link_key, clicks, last_clicked_at
  from link_counters join wanted_links using (link_key)
  where ${throttle.afterRows(LINKS_BETWEEN)}`;

const lifetimeNumbers = (throttle: Throttle) => `
  link_numbers as materialized (
    select link_key, clicks, last_clicked_at, device, os, browser, country
    from (${counted(throttle)}) as counted left join link_tops using (link_key)
  )`;

/** A half-open window, and how to read it. */
interface Scan {
  readonly from: Date;
  readonly to: Date;
  readonly throttle: Throttle;
}

/** SQL: clicks of people on `links` in a half-open window; the range of ids leaves other months untouched. */
const clicksIn = ({ from, to, throttle }: Scan, links = 'wanted_links') => `(
  select clicks.* from clicks join ${links} using (link_key)
  where id >= '${lowestIdAt(from.getTime())}' and id < '${lowestIdAt(to.getTime())}'
    and clicked_at >= ${timeLiteral(from)} and clicked_at < ${timeLiteral(to)} and kind = 1
    and ${throttle.afterRows(CLICKS_BETWEEN)}
)`;

const numbersFromRows = (scan: Scan) => `
  window_values as materialized (${linkDimensionValues(clicksIn(scan))}),
  window_counts as materialized (
    select link_key, count(*) as clicks, max(clicked_at) as last_clicked_at
    from ${clicksIn(scan)} as click group by link_key
  ),
  top_values as materialized (${topValues('window_values')}),
  link_numbers as materialized (
    select link_key, clicks, last_clicked_at, device, os, browser, country
    from window_counts left join top_values using (link_key)
  )`;

async function isMostOfAll(trx: Transaction<Database>, { from, to }: Scan): Promise<boolean> {
  const { rows } = await sql<{ first: Date | null }>`
    select (select clicked_at from clicks order by id limit 1) as first`.execute(trx);
  const first = rows[0]?.first?.getTime() ?? Date.now();
  const inside = Math.min(to.getTime(), Date.now()) - Math.max(from.getTime(), first);
  return inside > (Date.now() - first) / 2;
}

function numbersByDifference(scan: Scan): string {
  const { from, to, throttle } = scan;
  const outside = `(
    select * from ${clicksIn({ from: OLDEST, to: from, throttle })} as before
    union all
    select * from ${clicksIn({ from: to, to: NEWEST, throttle })} as after
  )`;
  const remaining = `(
    select project_number, link_key, dimension, code, sum(clicks)::bigint as clicks from (
      select project_number, link_key, dimension, code, clicks - expired as clicks
      from link_totals join moved using (link_key)
      union all
      select project_number, link_key, dimension, code, -clicks from outside_values
    ) as parts group by project_number, link_key, dimension, code
  )`;
  return `
  outside_values as materialized (${linkDimensionValues(outside)}),
  outside_counts as materialized (
    select link_key, count(*) as clicks from ${outside} as click group by link_key
  ),
  moved as materialized (
    select link_key from outside_values
    union select link_key from link_expired join wanted_links using (link_key)
  ),
  fresh as materialized (${topValues(remaining)}),
  inside_counts as materialized (
    select link_key,
           counter.clicks - coalesce(expired.clicks, 0) - coalesce(outside.clicks, 0) as clicks
    from (${counted(throttle)}) as counter
      left join link_expired as expired using (link_key)
      left join outside_counts as outside using (link_key)
  ),
  ${lastClicks(scan)},
  link_numbers as materialized (
    select link_key, clicks, last_clicks.at as last_clicked_at,
           case when moved.link_key is null then top_values.device else fresh.device end as device,
           case when moved.link_key is null then top_values.os else fresh.os end as os,
           case when moved.link_key is null then top_values.browser else fresh.browser end as browser,
           case when moved.link_key is null then top_values.country else fresh.country end as country
    from inside_counts
      left join moved using (link_key)
      left join link_tops as top_values using (link_key)
      left join fresh using (link_key)
      left join last_clicks using (link_key)
    where clicks > 0
  )`;
}

/** SQL: the last click inside the window: the lifetime one where it is, else looked for near the end, else by link. */
function lastClicks({ from, to, throttle }: Scan): string {
  const near = new Date(Math.max(from.getTime(), Math.min(to.getTime(), Date.now()) - NEAR_MS));
  return `
  last_counted as materialized (${counted(throttle)}),
  beyond as materialized (
    select link_key from last_counted where last_clicked_at >= ${timeLiteral(to)}
  ),
  found as materialized (
    select link_key, max(clicked_at) as at
    from ${clicksIn({ from: near, to, throttle }, 'beyond')} as click
    group by link_key
  ),
  searched as materialized (
    select link_key, (
      select clicked_at from clicks
      where clicks.link_key = beyond.link_key and kind = 1
        and clicked_at >= ${timeLiteral(from)} and clicked_at < ${timeLiteral(near)}
      order by clicked_at desc limit 1
    ) as at
    from beyond where link_key not in (select link_key from found)
  ),
  last_clicks as materialized (
    select link_key, last_clicked_at as at from last_counted
    where last_clicked_at >= ${timeLiteral(from)} and last_clicked_at < ${timeLiteral(to)}
    union all select link_key, at from found
    union all select link_key, at from searched where at is not null
  )`;
}
