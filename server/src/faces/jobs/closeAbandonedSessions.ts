import { closeAbandonedSessions } from '#apps/sessions/closeAbandonedSessions.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';
import type { Timer } from './repeat.ts';

/** Sessions end within five minutes after their 24 hours. */
export const closeAbandonedSessionsTimer: Timer = {
  everyMs: 5 * MINUTE_MS,
  round: ({ db }) => closeAbandonedSessions(db, new Date()),
  failure: 'Abandoned sessions could not be closed; tried again soon',
};
