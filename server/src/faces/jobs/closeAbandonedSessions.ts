import type { App } from '../App.ts';
import { closeAbandonedSessions } from '#apps/sessions/closeAbandonedSessions.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 5 * 60 * 1000;

/** Sessions end within five minutes after their 24 hours. Disposing waits for a round in progress. */
export function closeAbandonedSessionsJob(app: App): AsyncDisposable {
  return repeat(app, {
    everyMs: EVERY_MS,
    round: () => closeAbandonedSessions(app.db, new Date()),
    failure: 'Abandoned sessions could not be closed; tried again soon',
  });
}
