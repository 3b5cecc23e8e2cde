import type { App } from '../App.ts';
import { deleteEndedBudgets } from '#platform/rateLimits/deleteEndedBudgets.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 10 * 60 * 1000;

/** Limits the rate limit table to clients of the last few minutes. */
export function sweepRateLimits(app: App): AsyncDisposable {
  return repeat(app, {
    everyMs: EVERY_MS,
    round: () => deleteEndedBudgets(app.db, new Date()),
    failure: 'Ended rate limits could not be deleted; tried again soon',
  });
}
