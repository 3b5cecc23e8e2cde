import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { lowestIdAt } from '../lib/uuid.ts';
import { linkDimensionValues, topValues } from '../clicks/dimensions.ts';
import type { Throttle } from './throttle.ts';
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
/** SQL: the links that are asked for, of a relation with `link_key`. */
const WANTED = 'link_key in (select link_key from wanted_links)';

/**
 * Makes the temporary table `link_numbers`, gone with the transaction: clicks of people, the last of them
 * and the most common values, for every link of `wanted` (a condition on `links`) that has any. Exact on
 * the transaction's snapshot, which must be one for all its statements (repeatable read).
 */
export async function makeLinkNumbers(
  trx: Transaction<Database>,
  wanted: RawBuilder<boolean>,
  window: TimeRange,
  throttle: Throttle,
): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(trx);
  await sql`create temporary table wanted_links on commit drop as
    select key as link_key from links where ${wanted}`.execute(trx);
  await sql`analyze wanted_links`.execute(trx);
  if (!window.from && !window.to) return makeLifetime(trx, throttle);
  const from = window.from ?? OLDEST;
  const to = window.to ?? NEWEST;
  // What lies outside may be fewer rows than what lies inside: then totals less the outside.
  return (await isMostOfAll(trx, from, to))
    ? makeByDifference(trx, { from, to, throttle })
    : makeFromRows(trx, { from, to, throttle });
}

/** SQL: the counters of the links that are asked for. */
const counted = (throttle: Throttle) => `
  select link_key, clicks, last_clicked_at from link_counters
  where ${WANTED} and ${throttle.afterRows(LINKS_BETWEEN)}`;

async function makeLifetime(trx: Transaction<Database>, throttle: Throttle): Promise<void> {
  await sql`create temporary table link_numbers on commit drop as
    select link_key, clicks, last_clicked_at, device, os, browser, country
    from (${sql.raw(counted(throttle))}) as counted left join link_tops using (link_key)`.execute(
    trx,
  );
}

/** SQL: clicks of people in a half-open window; the range of ids leaves other months untouched. */
const clicksIn = ({ from, to, throttle }: Scan) => `(
  select * from clicks
  where id >= '${lowestIdAt(from.getTime())}' and id < '${lowestIdAt(to.getTime())}'
    and clicked_at >= ${timeLiteral(from)} and clicked_at < ${timeLiteral(to)} and kind = 1
    and ${WANTED} and ${throttle.afterRows(CLICKS_BETWEEN)}
)`;

/** A half-open window, and how to read it. */
interface Scan {
  readonly from: Date;
  readonly to: Date;
  readonly throttle: Throttle;
}

async function makeFromRows(trx: Transaction<Database>, scan: Scan): Promise<void> {
  const inside = clicksIn(scan);
  await sql`create temporary table window_values on commit drop as ${sql.raw(linkDimensionValues(inside))}`.execute(
    trx,
  );
  await sql`create temporary table link_numbers on commit drop as
    with counted as (
      select link_key, count(*) as clicks, max(clicked_at) as last_clicked_at
      from ${sql.raw(inside)} as click group by link_key
    ), top_values as (${sql.raw(topValues('window_values'))})
    select link_key, clicks, last_clicked_at, device, os, browser, country
    from counted left join top_values using (link_key)`.execute(trx);
}

async function isMostOfAll(trx: Transaction<Database>, from: Date, to: Date): Promise<boolean> {
  const { rows } = await sql<{ first: Date | null; links: number }>`
    select (select clicked_at from clicks order by id limit 1) as first,
           (select count(*) from wanted_links) as links`.execute(trx);
  if ((rows[0]?.links ?? 0) < FEW_LINKS) return false;
  const first = rows[0]?.first?.getTime() ?? Date.now();
  const inside = Math.min(to.getTime(), Date.now()) - Math.max(from.getTime(), first);
  return inside > (Date.now() - first) / 2;
}

async function makeByDifference(
  trx: Transaction<Database>,
  { from, to, throttle }: Scan,
): Promise<void> {
  const outside = `(
    select * from ${clicksIn({ from: OLDEST, to: from, throttle })} as before
    union all
    select * from ${clicksIn({ from: to, to: NEWEST, throttle })} as after
  )`;
  await sql`create temporary table outside_words on commit drop as
    ${sql.raw(linkDimensionValues(outside))}`.execute(trx);
  await makeLastClicks(trx, { from, to, throttle });
  await sql`create temporary table link_numbers on commit drop as
    with outside as (
      select link_key, count(*) as clicks from ${sql.raw(outside)} as click group by link_key
    ), moved as materialized (
      select link_key from outside_words
      union select link_key from link_expired where ${sql.raw(WANTED)}
    ), fresh as materialized (${sql.raw(
      topValues(`(
        select project_number, link_key, dimension, code, sum(clicks)::bigint as clicks from (
          select project_number, link_key, dimension, code, clicks - expired as clicks
          from link_totals where link_key in (select link_key from moved)
          union all
          select project_number, link_key, dimension, code, -clicks from outside_words
        ) as parts group by project_number, link_key, dimension, code
      )`),
    )}), counted as (
      select link_key,
             counter.clicks - coalesce(expired.clicks, 0) - coalesce(outside.clicks, 0) as clicks
      from (${sql.raw(counted(throttle))}) as counter
        left join link_expired as expired using (link_key)
        left join outside using (link_key)
    )
    select link_key, clicks, last_clicks.at as last_clicked_at,
           case when moved.link_key is null then top_values.device else fresh.device end as device,
           case when moved.link_key is null then top_values.os else fresh.os end as os,
           case when moved.link_key is null then top_values.browser else fresh.browser end as browser,
           case when moved.link_key is null then top_values.country else fresh.country end as country
    from counted
      left join moved using (link_key)
      left join link_tops as top_values using (link_key)
      left join fresh using (link_key)
      left join last_clicks using (link_key)
    where clicks > 0`.execute(trx);
}

/** The last click inside the window: the lifetime one where it is, else looked for near the end, else by link. */
async function makeLastClicks(
  trx: Transaction<Database>,
  { from, to, throttle }: Scan,
): Promise<void> {
  const near = new Date(Math.max(from.getTime(), Math.min(to.getTime(), Date.now()) - NEAR_MS));
  await sql`create temporary table last_clicks on commit drop as
    with counted as materialized (${sql.raw(counted(throttle))}
    ), beyond as materialized (
      select link_key from counted where last_clicked_at >= ${to}
    ), found as materialized (
      select link_key, max(clicked_at) as at
      from ${sql.raw(clicksIn({ from: near, to, throttle }))} as click
      where link_key in (select link_key from beyond)
      group by link_key
    ), searched as (
      select link_key, (
        select clicked_at from clicks
        where clicks.link_key = beyond.link_key and kind = 1
          and clicked_at >= ${from} and clicked_at < ${near}
        order by clicked_at desc limit 1
      ) as at
      from beyond where link_key not in (select link_key from found)
    )
    select link_key, last_clicked_at as at from counted
    where last_clicked_at >= ${from} and last_clicked_at < ${to}
    union all select link_key, at from found
    union all select link_key, at from searched where at is not null`.execute(trx);
}
