import { sql } from 'kysely';
import type { LinkStats } from '@fairlead/contract/resources';
import type { Link } from '#links/link/Link.ts';
import type { Reading } from './openNumbers.ts';
import { COUNT_CREDITS, LIFETIME_TOTALS, renderTotals, type Totals } from './linkTotals.ts';
import { inRange } from '#platform/db/inRange.ts';
import { inOrder, type TimeRange } from '#platform/lib/timeRange.ts';

/**
 * A link's numbers, exact immediately (Rule: operations): lifetime numbers from its totals, those of a time range from
 * the click store.
 */
export async function getLinkStats(
  reading: Pick<Reading, 'db' | 'countLinks'>,
  link: Link,
  range: TimeRange,
): Promise<LinkStats> {
  const [from, to] = inOrder(range.from, range.to);
  const row =
    from || to ? await countWithin(reading, link, { from, to }) : await readTotals(reading, link);
  return renderTotals(row);
}

async function readTotals({ db }: Pick<Reading, 'db'>, link: Link): Promise<Totals | undefined> {
  const { rows } = await sql<Totals>`
    ${LIFETIME_TOTALS} where link_key = ${link.key} group by link_key`.execute(db);
  return rows[0];
}

async function countWithin(
  reading: Pick<Reading, 'db' | 'countLinks'>,
  link: Link,
  range: TimeRange,
): Promise<Totals> {
  const key = sql`select ${link.key}::bigint`;
  const scope = { project: { id: link.projectId }, link };
  const counts = await reading.countLinks(scope, range);
  const { rows } = await sql<Totals>`
    select clicks, previews, bots, last_clicked_at, opens, credited.*
    from (
      select ${COUNT_CREDITS} from attribution_facts
      where link_key = ${link.key} and ${inRange('at', range)}
    ) as credited
      left join ${counts.clicks(key)} as click on click.link_key = ${link.key}
      left join ${counts.opens(key)} as open on open.link_key = ${link.key}`.execute(reading.db);
  return rows[0]!;
}
