import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { Problem } from '../../lib/Problem.ts';
import type { ClickHouse } from '../ClickHouse.ts';
import { maintainSlices } from '../maintainSlices.ts';
import { assertNobodyWrites } from './assertNobodyWrites.ts';
import { prepareClickHouse } from '../prepareClickHouse.ts';
import { noteAllStale } from '../slices.ts';
import { compareHistories, type Comparison } from './compareHistories.ts';
import { copyClicks } from './copyClicks.ts';
import { copyExpired } from './copyExpired.ts';
import type { Part } from './copyPart.ts';

/**
 * Copies the history from PostgreSQL into ClickHouse, proves by a recount that both are equal, and from then on has the
 * clicks there: PostgreSQL's copy is emptied. No server may run. May be repeated at any point.
 */
export async function moveClicks(
  ch: ClickHouse,
  db: Kysely<Database>,
  onProgress: (part: Part) => void,
): Promise<Omit<Comparison, 'differences'>> {
  const { id, clicks_in: place } = await db
    .selectFrom('deployment')
    .select(['id', 'clicks_in'])
    .executeTakeFirstOrThrow();
  if (place === 'clickhouse') {
    throw new Problem('CONFLICT', 'The clicks are in ClickHouse already; nothing was changed');
  }
  await assertNobodyWrites(db);
  await prepareClickHouse(ch, id);
  await copyClicks(ch, db, onProgress);
  await copyExpired(ch, db, onProgress);
  const { differences, ...comparison } = await compareHistories(ch, db);
  if (differences.length > 0) {
    throw new Problem(
      'CONFLICT',
      `The recount differs, and the clicks stay in PostgreSQL. Drop the ClickHouse database and run this again. ${differences.join('; ')}`,
    );
  }
  await assertNobodyWrites(db);
  await settle(ch, db);
  await maintainSlices(ch, db);
  return comparison;
}

/** In one transaction: from here on a server needs CLICKS_URL, and finds every hour counted or stale. */
async function settle(ch: ClickHouse, db: Kysely<Database>): Promise<void> {
  const times = async (start: string) =>
    (
      await ch.select<{ second: number }>(
        `SELECT DISTINCT toUnixTimestamp(${start}) AS second FROM clicks`,
      )
    ).map(({ second }) => new Date(second * 1000));
  const [hours, days] = [await times('toStartOfHour(at)'), await times('toStartOfDay(at)')];
  await db.transaction().execute(async (trx) => {
    await sql`update closed_hours set until = date_trunc('hour', now(), 'UTC')`.execute(trx);
    await noteAllStale(trx, 'hour', hours);
    await noteAllStale(trx, 'day', days);
    await trx.updateTable('deployment').set({ clicks_in: 'clickhouse' }).execute();
    await sql`truncate clicks, link_totals, link_tops, link_days, busy_links, project_rollups, stale_days, click_moves`.execute(
      trx,
    );
  });
}
