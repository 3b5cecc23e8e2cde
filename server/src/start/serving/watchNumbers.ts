import type { App } from '#faces/App.ts';
import { readFreeBytes, readJournalAlarms } from '#visits/clicks/readJournalAlarms.ts';
import type { Metrics } from '#platform/ports/Metrics.ts';
import { describeCopy } from '#faces/lookups/describeCopy.ts';

/** Gauges that can be read at any time. */
// oxlint-disable-next-line max-lines-per-function -- a list
export function watchNumbers(
  metrics: Metrics,
  {
    config,
    pool,
    ledger,
    numbers,
    localStore,
  }: Pick<App, 'config' | 'pool' | 'ledger' | 'numbers' | 'localStore'>,
): void {
  if (config.linkCopy === 'complete') {
    metrics.watch({
      name: 'fairlead_link_copy',
      help: 'The complete copy of links on this machine; alarm is 1 while it is over a minute behind',
      ofMachine: true,
      read: () => describeCopy(localStore.copy),
    });
  }
  metrics.watch({
    name: 'fairlead_clicks_unanswered',
    help: 'Visits whose answers wait for the disk',
    read: () => ledger.unanswered(),
  });
  metrics.watch({
    name: 'fairlead_journal_backlog',
    help: 'What is durable here and not in the database yet; seconds is the age of the oldest record',
    read: () => ({ ...ledger.backlog() }),
  });
  metrics.watch({
    name: 'fairlead_journal_alarm',
    help: '1 while something is wrong with the journal; the owner of the server has a mail about it',
    ofMachine: true,
    read: () => readJournalAlarms(ledger, config.journalDir),
  });
  metrics.watch({
    name: 'fairlead_journal_disk',
    help: 'Bytes of the disk of the journal',
    ofMachine: true,
    read: () => ({ free: readFreeBytes(config.journalDir) }),
  });
  metrics.watch({
    name: 'fairlead_database_connections',
    help: 'Connections to the database, and calls that wait for one',
    read: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waited_for: pool.waitingCount,
    }),
  });
  metrics.watch({
    name: 'fairlead_number_reads',
    help: 'Questions about numbers that the replica has answered, and the primary',
    read: () => ({ ...numbers.counts() }),
  });
  metrics.watch({
    name: 'fairlead_export_reads',
    help: 'Exports whose rows the replica has read, and the primary',
    read: () => ({ ...numbers.counts('background') }),
  });
}
