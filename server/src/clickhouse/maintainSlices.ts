import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { DAY_MS, HOUR_MS, startOfDay } from '../lib/time.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { rollUpHours, rollUpVisitors } from './rollUp.ts';
import { closeHours, listStaleSlices, noteCounted, type StaleSlice } from './slices.ts';

interface Options {
  readonly now?: Date;
  readonly stop?: AbortSignal;
}

/**
 * Closes the hours that are over and counts what is stale, a UTC day at a time. One process does it, and only while there is
 * something to do.
 */
export async function maintainSlices(
  ch: ClickHouse,
  db: Kysely<Database>,
  { now = new Date(), stop }: Options = {},
): Promise<void> {
  await closeHours(db, now);
  for (;;) {
    if (stop?.aborted === true || !(await countNextDay(ch, db))) return;
  }
}

/** False: nothing is stale, or another process counts. */
async function countNextDay(ch: ClickHouse, db: Kysely<Database>): Promise<boolean> {
  const [hours, days] = [await listStaleSlices(db, 'hour'), await listStaleSlices(db, 'day')];
  const latest = [hours[0], days[0]].flatMap((slice) => slice?.at.getTime() ?? []);
  if (latest.length === 0) return false;
  const day = startOfDay(Math.max(...latest));
  const isIn = ({ at }: StaleSlice) => at.getTime() >= day && at.getTime() < day + DAY_MS;
  return db.transaction().execute(async (trx) => {
    if (!(await claim(trx))) return false;
    const { version, except } = await readSlice(trx, new Date(day));
    const stale = hours.filter(isIn);
    for (const range of together(stale)) await rollUpHours(ch, { range, version, except });
    await noteCounted(trx, 'hour', stale);
    const whole = days.filter(isIn);
    if (whole.length > 0) {
      const range = { from: new Date(day), to: new Date(day + DAY_MS) };
      await rollUpVisitors(ch, { range, version, except });
      await noteCounted(trx, 'day', whole);
    }
    return true;
  });
}

/** Two processes that counted at once could put the older count last. */
async function claim(trx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('fairlead slices', 0)) as mine`.execute(trx);
  return rows[0]?.mine === true;
}

/** Projects whose rows of the day are deleted keep what was counted of it. */
async function readSlice(trx: Transaction<Database>, day: Date) {
  // By the clock: a sequence would begin again in a database that was restored.
  const { rows } = await sql<{ version: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as version`.execute(trx);
  const kept = await trx
    .selectFrom('project_retention')
    .select('project_id')
    .where('kept_from', '>', day)
    .execute();
  return { version: Number(rows[0]?.version), except: kept.map((row) => row.project_id) };
}

/** Hours that follow each other are counted in one statement. */
function together(hours: readonly StaleSlice[]): { from: Date; to: Date }[] {
  const ranges: { from: Date; to: Date }[] = [];
  for (const { at } of hours.toReversed()) {
    const last = ranges.at(-1);
    const to = new Date(at.getTime() + HOUR_MS);
    if (last?.to.getTime() === at.getTime()) last.to = to;
    else ranges.push({ from: at, to });
  }
  return ranges;
}
