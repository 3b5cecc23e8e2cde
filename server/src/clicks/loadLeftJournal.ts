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

/** Loads a journal that no process will write to again; what cannot be loaded now stays for the next start. */
export async function loadLeftJournal({ folder, pool, log, metrics }: Left): Promise<void> {
  try {
    const journal = await openJournal({ folder, log });
    await using ledger = createClickLedger({ journal, pool, log, metrics });
    await ledger.loaded();
  } catch (error) {
    log.error({ err: error, folder }, 'A journal of a former worker could not be loaded');
  }
}
