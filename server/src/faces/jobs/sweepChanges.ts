import { deleteOldChanges } from '#platform/db/changes/deleteOldChanges.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';
import type { Timer } from './repeat.ts';

/** Keeps the table of changes short: a reader disconnected for longer starts from scratch anyway. */
export const sweepChanges: Timer = {
  everyMs: 10 * MINUTE_MS,
  round: ({ db }) => deleteOldChanges(db, new Date()),
  failure: 'Old changes could not be deleted; tried again soon',
};
