import type { App } from '../App.ts';
import { deleteExpiredTraces } from '#apps/attribution/deleteExpiredTraces.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 5 * 60 * 1000;

/** Traces of visitors are deleted within five minutes of expiring. Disposing waits for a round in progress. */
export function deleteExpiredTracesJob(app: App): AsyncDisposable {
  return repeat(app, {
    everyMs: EVERY_MS,
    atOnce: true,
    async round() {
      const { keys } = await deleteExpiredTraces(app.pool, new Date());
      if (keys > 0) await app.dayKeys.refresh();
    },
    failure: 'Traces of visitors could not be deleted; tried again soon',
  });
}
