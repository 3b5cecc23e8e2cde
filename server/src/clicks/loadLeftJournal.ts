import type { Pool } from 'pg';
import { openJournal } from '../journal/openJournal.ts';
import type { Log } from '../lib/Log.ts';
import type { Metrics } from '../lib/Metrics.ts';
import { createClickLedger } from './createClickLedger.ts';

interface Left {
  readonly folder: string;
  readonly pool: Pool;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'countLoadedRecords' | 'countRefusedRecords'>;
}

/**
 * Loads a journal that nothing is writing to. Returns false, and leaves the rest in it, if that is not possible at the
 * moment.
 */
export async function loadLeftJournal({ folder, pool, log, metrics }: Left): Promise<boolean> {
  try {
    const journal = await openJournal({ folder, log });
    await using ledger = createClickLedger({ journal, pool, log, metrics });
    await ledger.loaded();
    return true;
  } catch (error) {
    log.error({ err: error, folder }, 'A journal of a former worker could not be loaded');
    return false;
  }
}
