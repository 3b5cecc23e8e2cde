import { TIMES } from '../../clicks/facts/Click.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { assertNobodyWrites } from './assertNobodyWrites.ts';
import { prepareClickHouse } from '../connection/prepareClickHouse.ts';
import { compareHistories, type Comparison } from './compareHistories.ts';
import { copyClicks, PAGE_ROWS } from './copyClicks.ts';
import { copyEvents } from './copyEvents.ts';
import { copyRollUps } from './copyRollUps.ts';

/**
 * Copies clicks and events from PostgreSQL into ClickHouse, proves by a recount that both are equal, and from then on has them
 * there: PostgreSQL's copy is emptied. No server may run. May be repeated at any point.
 */
export async function moveClicks(
  ch: ClickHouse,
  db: Kysely<Database>,
  onProgress: (rows: number) => void,
  pageRows = PAGE_ROWS,
): Promise<Omit<Comparison, 'differences'>> {
  const { id, clicks_in: place } = await db
    .selectFrom('deployment')
    .select(['id', 'clicks_in'])
    .executeTakeFirstOrThrow();
  if (place === 'clickhouse') {
    throw new Problem('CONFLICT', 'The clicks are in ClickHouse already; nothing was changed');
  }
  await assertNobodyWrites(db);
  await prepareClickHouse(ch, db, { id, mayChoose: true });
  await copyClicks(ch, db, onProgress, pageRows);
  await copyRollUps(ch, db);
  await copyEvents(ch, db);
  const { differences, ...comparison } = await compareHistories(ch, db);
  if (differences.length > 0) {
    throw new Problem(
      'CONFLICT',
      `The recount differs, and the clicks stay in PostgreSQL. Drop the ClickHouse database and run this again. ${differences.join('; ')}`,
    );
  }
  await assertNobodyWrites(db);
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('deployment').set({ clicks_in: 'clickhouse' }).execute();
    await sql`truncate clicks, events`.execute(trx);
    // Opens are still rolled up by PostgreSQL.
    await sql`delete from rollups where code <> 0 or dimension <> ${sql.lit(TIMES)}`.execute(trx);
  });
  return comparison;
}
