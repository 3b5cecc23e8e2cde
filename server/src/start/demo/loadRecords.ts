import type { Pool } from 'pg';
import type { Log } from '#platform/ports/Log.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { ClickStore } from '#visits/numbers/ClickStore.ts';

export interface RecordStores {
  readonly pool: Pool;
  readonly clickStore: Pick<ClickStore, 'openTarget'>;
  readonly log: Log;
}

const BATCH = 1_000;

/** Loads records into the ledger like a journal, so that every total counts them. */
export async function loadRecords(
  { pool, clickStore, log }: RecordStores,
  records: readonly string[],
): Promise<void> {
  const target = clickStore.openTarget({
    log,
    async keepAside(refused) {
      throw new Error(`${refused.length} made-up records cannot be stored`);
    },
  });
  const journalId = newId();
  let from = await target.findPosition(journalId, 0);
  for (let index = 0; index < records.length; index += BATCH) {
    const batch = records.slice(index, index + BATCH);
    const to = from + batch.length;
    if (!(await target.load({ journalId, from, to, records: batch, until: null }))) {
      throw new Error('Someone else moved the journal of the made-up records');
    }
    from = to;
  }
  // There is no journal folder for this position.
  await pool.query('delete from journals where id = $1', [journalId]);
}
