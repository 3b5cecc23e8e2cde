import type { App } from '../App.ts';
import { ensurePartitions } from '#platform/db/migrations/partitions.ts';
import { repeat } from './repeat.ts';
import { DAY_MS } from '#platform/lib/time.ts';

/** Keeps the partitions of the coming months ready; a click never waits for one. */
export function maintainPartitions(app: App, months: number): AsyncDisposable {
  return repeat(app, {
    everyMs: DAY_MS,
    round: () => ensurePartitions(app.db, new Date(), months),
    failure: 'Partitions could not be made; they are tried again tomorrow',
  });
}
