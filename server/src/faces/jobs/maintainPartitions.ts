import { ensurePartitions, PARTITION_MONTHS } from '#platform/db/migrations/partitions.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import type { Timer } from './repeat.ts';

/** Keeps the partitions of the coming months ready; a click never waits for one. */
export const maintainPartitions: Timer = {
  everyMs: DAY_MS,
  round: ({ db }) => ensurePartitions(db, new Date(), PARTITION_MONTHS),
  failure: 'Partitions could not be made; they are tried again tomorrow',
};
