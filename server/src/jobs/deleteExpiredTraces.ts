import type { App } from '../app.ts';
import { deleteExpiredTraces as forget } from '../attribution/deleteExpiredTraces.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 5 * 60 * 1000;

/** Traces of visitors go within five minutes of their time. Disposing it waits for a round under way. */
export function deleteExpiredTraces(app: App): AsyncDisposable {
  return repeat(app, {
    everyMs: EVERY_MS,
    atOnce: true,
    async round() {
      const { keys } = await forget(app.pool, new Date());
      if (keys > 0) await app.dayKeys.refresh();
    },
    failure: 'Traces of visitors could not be deleted; tried again soon',
  });
}
