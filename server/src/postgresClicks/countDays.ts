import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { clickedWithin } from './clickedWithin.ts';
import { DIMENSION, SPAN } from './dimensions.ts';
import type { Database } from '../db/schema.ts';
import { closeDays } from './closedDays.ts';
import { foldDay } from './foldDay.ts';
import { countLinkDays, EVERY_BUSY_LINK } from './linkDays.ts';
import { DAY_MS } from '../lib/time.ts';
import { isSqlstate } from '../db/sqlstates.ts';

interface CountOptions {
  readonly now?: Date;
  readonly stop?: AbortSignal;
}

/**
 * Closes the UTC days that are over and counts what is kept of them: the distinct visitors of projects (they are hashed
 * under a key of the day, so days can be added up) and all of busy links; again for days to which something came late. Any
 * number of processes may do it.
 */
export async function countDays(
  db: Kysely<Database>,
  { now = new Date(), stop }: CountOptions = {},
): Promise<void> {
  await closeDays(db, now);
  const days = await db.selectFrom('stale_days').select('day').orderBy('day', 'desc').execute();
  for (const { day } of days) {
    if (stop?.aborted === true) return;
    while (!(await countDay(db, day))) {
      await db.transaction().execute((trx) => foldDay(trx, day, isExpired(day)));
    }
    await nextTurn();
  }
}

/**
 * Takes the note that the day is stale away and counts it, on one snapshot. Who adds facts at this moment writes the note again:
 * either its facts are in the snapshot, or its note outlives this. False, and nothing has changed: clicks came for a project that does
 * not keep the day any more, from a journal that was away for long; they have to be folded first.
 */
async function countDay(db: Kysely<Database>, day: Date): Promise<boolean> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        if (await hasExpired(trx, day)) return false;
        const { numDeletedRows } = await trx
          .deleteFrom('stale_days')
          .where('day', '=', day)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return true;
        await countVisitors(trx, day);
        await countLinkDays(trx, EVERY_BUSY_LINK, { from: day, to: endOf(day) });
        return true;
      });
  } catch (error) {
    // Noted again meanwhile: it stays stale until the next time.
    if (!isSqlstate(error, 'serializationFailure')) throw error;
    return true;
  }
}

/** SQL: links whose projects have deleted their clicks of the day. */
function isExpired(day: Date): RawBuilder<boolean> {
  return sql`links.project_id in (select project_id from project_retention where kept_from > ${day})`;
}

async function hasExpired(trx: Transaction<Database>, day: Date): Promise<boolean> {
  const { rows } = await sql`
    select from clicks join links on links.key = clicks.link_key
    where ${clickedWithin({ from: day, to: endOf(day) })} and ${isExpired(day)} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

function endOf(day: Date): Date {
  return new Date(day.getTime() + DAY_MS);
}

/** Replaces the count of a day for every project that has kept its rows. */
async function countVisitors(trx: Transaction<Database>, day: Date): Promise<void> {
  await sql`
    delete from project_rollups as total
    where dimension = ${sql.lit(DIMENSION.visitors)} and at = ${day} and not exists (
      select from project_retention as kept
      where kept.project_id = total.project_id and kept_from > ${day}
    )`.execute(trx);
  await sql`
    insert into project_rollups (project_id, dimension, span, at, code, clicks)
    select projects.id, ${sql.lit(DIMENSION.visitors)}, ${sql.lit(SPAN.day)}, ${day}, 0,
           count(distinct visitor)
    from clicks join projects on projects.number = project_number
      left join project_retention as kept on kept.project_id = projects.id
    where ${clickedWithin({ from: day, to: endOf(day) })}
      and kind = 1 and visitor is not null
      and (kept_from is null or kept_from <= ${day})
    group by projects.id
    order by projects.id`.execute(trx);
}
