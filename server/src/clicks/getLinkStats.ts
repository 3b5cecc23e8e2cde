import { sql } from 'kysely';
import type { LinkStats } from '@fairlead/contract/resources';
import type { Db } from '../db/Db.ts';
import type { Link } from '../links/Link.ts';
import {
  COUNT_CREDITS,
  COUNT_KINDS,
  LIFETIME_TOTALS,
  renderTotals,
  type Totals,
} from './linkTotals.ts';
import { inRange } from '../db/inRange.ts';
import { inOrder, type TimeRange } from '../lib/timeRange.ts';

/**
 * A link's numbers, exact immediately (Rule: operations): lifetime numbers from its totals, those of a time range from
 * its rows.
 */
export async function getLinkStats(db: Db, link: Link, range: TimeRange): Promise<LinkStats> {
  const [from, to] = inOrder(range.from, range.to);
  const row = from || to ? await countWithin(db, link, { from, to }) : await readTotals(db, link);
  return renderTotals(row);
}

async function readTotals(db: Db, link: Link): Promise<Totals | undefined> {
  const { rows } = await sql<Totals>`
    ${LIFETIME_TOTALS} where link_key = ${link.key} group by link_key`.execute(db);
  return rows[0];
}

async function countWithin(db: Db, link: Link, range: TimeRange): Promise<Totals> {
  const within = (column: string) => sql`link_key = ${link.key} and ${inRange(column, range)}`;
  const { rows } = await sql<Totals>`
    with credited as (
      select ${COUNT_CREDITS}
      from attribution_facts where ${within('at')}
    )
    select ${COUNT_KINDS},
           (select count(*) from opens where ${within('opened_at')}) as opens,
           (select installs from credited) as installs,
           (select returning_users from credited) as returning_users,
           (select attributed_clicks from credited) as attributed_clicks
    from clicks where ${within('clicked_at')}`.execute(db);
  return rows[0]!;
}
