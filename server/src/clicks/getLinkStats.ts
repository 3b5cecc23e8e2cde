import { sql } from 'kysely';
import type { LinkStats } from '@fairlead/contract/resources';
import type { Db } from '../db/Db.ts';
import type { Link } from '../links/Link.ts';
import { CLICK_KIND } from './Click.ts';
import { renderTotals, type Totals } from './linkTotals.ts';

export interface Window {
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
}

/** Numbers of a link, exact at once (DECISIONS 9): lifetime from its totals, a window from its rows. */
export async function getLinkStats(db: Db, link: Link, window: Window): Promise<LinkStats> {
  const { from, to } = inOrder(window);
  const row = from || to ? await countWindow(db, link, from, to) : await readTotals(db, link);
  return renderTotals(row);
}

/** Reversed bounds are swapped, as the export does with its own. */
function inOrder({ from, to }: Window): Window {
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

function readTotals(db: Db, link: Link): Promise<Totals | undefined> {
  return db
    .selectFrom('link_counters')
    .selectAll()
    .where('link_key', '=', link.key)
    .executeTakeFirst();
}

async function countWindow(db: Db, link: Link, from?: Date, to?: Date): Promise<Totals> {
  const within = (column: string) => sql`link_key = ${link.key}
    and (${from ?? null}::timestamptz is null or ${sql.ref(column)} >= ${from ?? null})
    and (${to ?? null}::timestamptz is null or ${sql.ref(column)} < ${to ?? null})`;
  const credited = (kind: string) =>
    sql`(select count(*) from attribution_facts where kind = ${kind} and ${within('at')})`;
  const { rows } = await sql<Totals>`
    select count(*) filter (where kind = ${sql.lit(CLICK_KIND.click)}) as clicks,
           count(*) filter (where kind = ${sql.lit(CLICK_KIND.preview)}) as previews,
           count(*) filter (where kind = ${sql.lit(CLICK_KIND.bot)}) as bots,
           (select count(*) from opens where ${within('opened_at')}) as opens,
           ${credited('install')} as installs, ${credited('returning')} as returning_users,
           ${credited('click')} as attributed_clicks,
           max(clicked_at) filter (where kind = ${sql.lit(CLICK_KIND.click)}) as last_clicked_at
    from clicks where ${within('clicked_at')}`.execute(db);
  return rows[0]!;
}
