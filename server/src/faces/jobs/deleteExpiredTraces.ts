import { deleteExpiredTraces } from '#apps/attribution/deleteExpiredTraces.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';
import type { Timer } from './repeat.ts';

/** Traces of visitors are deleted within five minutes of expiring. */
export const deleteExpiredTracesTimer: Timer = {
  everyMs: 5 * MINUTE_MS,
  atOnce: true,
  async round({ db, dayKeys }) {
    try {
      await deleteExpiredTraces(db, new Date());
    } finally {
      // Keys that are deleted are forgotten here too, whatever else has failed.
      await dayKeys.refresh();
    }
  },
  failure: 'Traces of visitors could not be deleted; tried again soon',
};
