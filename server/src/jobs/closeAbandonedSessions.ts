import type { App } from '../app.ts';
import { closeAbandonedSessions as closeThem } from '../sessions/closeAbandonedSessions.ts';

const EVERY_MS = 5 * 60 * 1000;

/** Sessions end within five minutes of their 24 hours. Disposing it waits for a round under way. */
export function closeAbandonedSessions(app: App): AsyncDisposable {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = closeThem(app.db, new Date()).catch((error: unknown) => {
      app.log.error({ err: error }, 'Abandoned sessions could not be closed; tried again soon');
    });
  }, EVERY_MS);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await round;
    },
  };
}
