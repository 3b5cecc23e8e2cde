import { MINUTE_MS } from '#platform/lib/time.ts';
import { deleteEndedBudgets } from '#platform/rateLimits/deleteEndedBudgets.ts';
import type { Timer } from './repeat.ts';

/** Limits the rate limit table to clients of the last few minutes. */
export const sweepRateLimits: Timer = {
  everyMs: 10 * MINUTE_MS,
  round: ({ db }) => deleteEndedBudgets(db, new Date()),
  failure: 'Ended rate limits could not be deleted; tried again soon',
};
