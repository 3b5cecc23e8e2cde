import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { LINK_TOP_COLUMNS } from '../../clicks/facts/Click.ts';
import type { LinkNumbers, WantedLinks } from '../../numbers/ClickStore.ts';
import type { Database } from '#platform/db/schema.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import { clickedWithin } from './clickedWithin.ts';
import { countLinks } from '../countFacts.ts';
import { findThrottle } from '../throttle.ts';
import { ofScope } from '../ofScope.ts';

/** Rows of either kind that take about as long as a rest. */
const LINKS_BETWEEN = 1000;
const CLICKS_BETWEEN = 2000;

/** Rows of more links are read in the order of time: in the order of links each would be on another page. */
const FEW_LINKS = 1000;

/**
 * Clicks of people, the last of them and the most common values, for every link of the statement's `wanted_links` that
 * has any; from rows, apart from lifetime numbers. Exact on the snapshot of the transaction, which must be one for all its statements
 * (repeatable read).
 */
export async function readLinkNumbers(
  trx: Transaction<Database>,
  { project, count }: WantedLinks,
  window: TimeRange,
): Promise<LinkNumbers> {
  const throttle = await findThrottle(trx);
  const rested = (rows: number) => sql.raw(throttle.afterRows(rows));
  const ofLinks =
    count > FEW_LINKS ? ofScope({ project }) : sql`link_key in (select link_key from wanted_links)`;
  const counted = sql.raw(countLinks('click'));
  const lifetime = sql`
    select link_key, counters.clicks, counters.last_clicked_at, ${sql.raw(LINK_TOP_COLUMNS)}
    from link_counters as counters join wanted_links using (link_key)
      left join (${counted}) as counted using (link_key)
    where ${rested(LINKS_BETWEEN)}`;
  const relation = sql`(
    with click as (
      select * from clicks
      where ${ofLinks} and ${clickedWithin(window)} and ${rested(CLICKS_BETWEEN)}
    )
    ${window.from || window.to ? sql`select * from (${counted}) as counted` : lifetime}
  )`;
  return { relation, throttle };
}
