import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { timeOfId } from '../lib/uuid.ts';
import { DAY_MS, startOfDay } from '../lib/time.ts';

/** Days without clicks cost a look each; an empty ledger begins with its first click. */
const MAX_DAYS = 40;

/** What is counted of whole UTC days. */
export interface ClosedDays {
  /** Days before this one are closed. */
  readonly until: Date;
  /** Closed days that are not counted, or not with all that has come; rows tell of them. */
  readonly stale: readonly Date[];
}

export async function readClosedDays(trx: Transaction<Database>): Promise<ClosedDays> {
  const { until } = await trx.selectFrom('closed_days').select('until').executeTakeFirstOrThrow();
  const days = await trx.selectFrom('stale_days').select('day').orderBy('day').execute();
  return { until, stale: days.map(({ day }) => day) };
}

/**
 * Closes the days that are over; whoever adds facts to them from now on notes that they are stale. Closed between
 * the transactions of writers, which are waited for.
 */
export async function closeDays(db: Kysely<Database>, now = new Date()): Promise<void> {
  const { until } = await db.selectFrom('closed_days').select('until').executeTakeFirstOrThrow();
  const today = startOfDay(now.getTime());
  if (until.getTime() >= today) return;
  const from = Math.max(until.getTime(), await findFirstDay(db, until, today));
  const to = Math.min(today, from + MAX_DAYS * DAY_MS);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('fairlead closed days', 0))`.execute(
      trx,
    );
    for (let day = from; day < to; day += DAY_MS) {
      await trx
        .insertInto('stale_days')
        .values({ day: new Date(day) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await trx
      .updateTable('closed_days')
      .set({ until: new Date(to) })
      .where('until', '<', new Date(to))
      .execute();
  });
}

async function findFirstDay(db: Kysely<Database>, until: Date, today: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from clicks where clicked_at >= ${until} order by id limit 1`.execute(db);
  return rows[0] ? startOfDay(Math.min(timeOfId(rows[0].id), today)) : today;
}
