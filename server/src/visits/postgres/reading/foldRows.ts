import { sql, type RawBuilder, type Transaction } from 'kysely';
import { CLICK_KIND } from '../../clicks/facts/Click.ts';
import { addCounts, keepLastClick } from '../../numbers/linkTotals.ts';
import type { Database } from '#platform/db/schema.ts';
import { inRange } from '#platform/db/inRange.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import { clickedWithin } from './clickedWithin.ts';
import { OPEN_KIND } from '../countFacts.ts';

/**
 * Deletes the clicks and opens of a UTC day, with forwarded parameters, and notes what they counted in lifetime numbers. `which` is a
 * condition on `project_number`.
 */
export async function foldRows(
  trx: Transaction<Database>,
  day: Date,
  which: RawBuilder<boolean>,
): Promise<void> {
  const range = { from: day, to: new Date(day.getTime() + DAY_MS) };
  const ofKind = (kind: number) => sql`count(*) filter (where kind = ${sql.lit(kind)})`;
  await sql`
    with clicked as (
      delete from clicks where ${clickedWithin(range)} and ${which}
      returning id, project_number, link_key, kind, clicked_at
    ), forgotten as (
      delete from click_queries using clicked where click_id = clicked.id
    ), opened as (
      delete from opens where ${inRange('opened_at', range)} and ${which}
      returning project_number, link_key
    )
    insert into link_expired as total
      (project_number, link_key, clicks, previews, bots, opens, last_clicked_at)
    select project_number, link_key, ${ofKind(CLICK_KIND.click)}, ${ofKind(CLICK_KIND.preview)},
           ${ofKind(CLICK_KIND.bot)}, ${ofKind(OPEN_KIND)},
           max(clicked_at) filter (where kind = ${sql.lit(CLICK_KIND.click)})
    from (
      select project_number, link_key, kind, clicked_at from clicked
      union all
      select project_number, link_key, ${sql.lit(OPEN_KIND)}, null from opened
    ) as facts
    group by project_number, link_key
    on conflict (link_key) do update set
      ${sql.raw(addCounts('total'))}, ${sql.raw(keepLastClick('total'))}`.execute(trx);
}
