import type { App } from '../App.ts';
import { deleteOldChanges } from '#platform/db/changes/deleteOldChanges.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 10 * 60 * 1000;

/** Keeps the table of changes short: a reader disconnected for longer starts from scratch anyway. */
export function sweepChanges(app: App): AsyncDisposable {
  return repeat(app, {
    everyMs: EVERY_MS,
    round: () => deleteOldChanges(app.db, new Date()),
    failure: 'Old changes could not be deleted; tried again soon',
  });
}
