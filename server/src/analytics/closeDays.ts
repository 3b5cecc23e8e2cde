import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { clickedWithin } from '../clicks/clickedWithin.ts';
import type { Database } from '../db/schema.ts';
import { startOfDay } from '../lib/startOfDay.ts';
import { lowestIdAt, timeOfId } from '../lib/uuid.ts';
import { DIMENSION, SPAN } from './dimensions.ts';
import type { MergeState } from './inMerge.ts';
import { countLinkDays, EVERY_BUSY_LINK } from './linkDays.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Days without clicks cost a look each; an empty ledger begins with its first click. */
const MOST_DAYS = 40;

/**
 * Counts what is kept of a UTC day that is merged in full: the distinct visitors of projects (they are
 * hashed under a key of the day, so days can be added up) and all of busy links; again for days to
 * which something came late.
 */
export async function closeDays(
  trx: Transaction<Database>,
  state: MergeState,
  lateDays: readonly Date[],
): Promise<void> {
  const closed = startOfDay(timeOfId(state.merged));
  const from = Math.max(state.visitorsFrom.getTime(), await findFirstDay(trx, state));
  const days = lateDays.map((day) => day.getTime()).filter((day) => day < from);
  let next = from;
  for (; next < closed && days.length < MOST_DAYS; next += DAY_MS) days.push(next);
  for (const day of days) {
    await countVisitors(trx, day);
    await countLinkDays(trx, EVERY_BUSY_LINK, { from: day, to: day + DAY_MS, below: state.merged });
  }
  if (next > state.visitorsFrom.getTime()) {
    await trx
      .updateTable('click_merge')
      .set({ visitors_from: new Date(next) })
      .execute();
  }
}

async function findFirstDay(trx: Transaction<Database>, state: MergeState): Promise<number> {
  const low = lowestIdAt(state.visitorsFrom.getTime());
  const { rows } = await sql<{ id: string }>`
    select id from clicks where id >= ${low}::uuid order by id limit 1`.execute(trx);
  const first = rows[0]?.id ?? state.merged;
  return startOfDay(Math.min(timeOfId(first), timeOfId(state.merged)));
}

/** Replaces the count of a day for every project that has kept its rows. */
async function countVisitors(trx: Transaction<Database>, day: number): Promise<void> {
  await sql`
    insert into project_rollups (project_id, dimension, span, at, code, clicks)
    select links.project_id, ${sql.lit(DIMENSION.visitors)}, ${sql.lit(SPAN.day)}, ${new Date(day)}, 0,
           count(distinct visitor)
    from clicks join links on links.key = clicks.link_key
      left join project_retention as kept on kept.project_id = links.project_id
    where ${clickedWithin({ from: new Date(day), to: new Date(day + DAY_MS) })}
      and kind = 1 and visitor is not null
      and (kept_from is null or kept_from <= ${new Date(day)})
    group by links.project_id
    on conflict on constraint project_rollups_pkey do update set clicks = excluded.clicks`.execute(
    trx,
  );
}
