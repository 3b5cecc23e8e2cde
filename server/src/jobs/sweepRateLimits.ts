import type { App } from '../app.ts';
import { deleteEndedBudgets } from '../rateLimits/deleteEndedBudgets.ts';

const EVERY_MS = 10 * 60 * 1000;

/** Keeps the table of rate limits as small as the clients of the last minutes. */
export function sweepRateLimits(app: App): AsyncDisposable {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = deleteEndedBudgets(app.db, new Date()).catch((error: unknown) => {
      app.log.error({ err: error }, 'Ended rate limits could not be deleted; tried again soon');
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
