import type { Kysely } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { assertNobodyWrites } from './assertNobodyWrites.ts';

/**
 * Gives up the clicks and events that are in ClickHouse, because that is lost: the deployment may choose again where its clicks will be. No
 * server may run.
 */
export async function forgetClicks(db: Kysely<Database>): Promise<void> {
  await assertNobodyWrites(db);
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('deployment')
      .set({ clicks_in: 'postgresql' })
      .where('clicks_in', '=', 'clickhouse')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      throw new Problem('CONFLICT', 'The clicks are not in ClickHouse; nothing was changed');
    }
    await trx.updateTable('journals').set({ shipping_to: null }).execute();
    await trx.updateTable('project_retention').set({ deleting_to: null }).execute();
  });
}
