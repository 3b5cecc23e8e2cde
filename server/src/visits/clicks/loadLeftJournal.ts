import { openJournal } from '../journal/openJournal.ts';
import type { Log } from '#platform/ports/Log.ts';
import type { Metrics } from '#platform/ports/Metrics.ts';
import type { ClickStore } from '../numbers/ClickStore.ts';
import { createClickLedger } from './createClickLedger.ts';

interface Left {
  readonly folder: string;
  readonly clickStore: Pick<ClickStore, 'openTarget'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'countLoadedRecords' | 'countRefusedRecords'>;
}

/**
 * Loads a journal that nothing is writing to. Returns false, and leaves the rest in it, if that is not possible at the
 * moment.
 */
export async function loadLeftJournal({
  folder,
  clickStore,
  log,
  metrics,
}: Left): Promise<boolean> {
  try {
    const journal = await openJournal({ folder, log });
    await using ledger = createClickLedger({ journal, clickStore, log, metrics });
    await ledger.loaded();
    return true;
  } catch (error) {
    log.error({ err: error, folder }, 'A journal of a former worker could not be loaded');
    return false;
  }
}
