import type { App } from '../app.ts';
import { ensurePartitions } from '../db/partitions.ts';
import { repeat } from './repeat.ts';

const DAY = 24 * 3600 * 1000;

/** Keeps the partitions of the coming months ready; a click never waits for one. */
export function maintainPartitions(app: App, months: number): AsyncDisposable {
  return repeat(app, {
    everyMs: DAY,
    round: () => ensurePartitions(app.db, new Date(), months),
    failure: 'Partitions could not be made; they are tried again tomorrow',
  });
}
