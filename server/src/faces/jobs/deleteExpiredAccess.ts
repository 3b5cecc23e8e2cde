import { deleteEnded } from '#teams/accounts/sessions/deleteEnded.ts';
import type { App } from '../App.ts';
import { stepsApart } from '#platform/db/apart.ts';
import { deleteOldReplies } from '#platform/db/keptReplies.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';
import { deleteEndedInvitations } from '#teams/projects/members/invitations.ts';
import type { Timer } from './repeat.ts';

/** Deletes personal data that has expired: sessions, secrets of emails, invitations, replies kept for repetitions. */
export const deleteExpiredAccess: Timer = {
  everyMs: 30 * MINUTE_MS,
  atOnce: true,
  round: (app) => deleteEndedAccess(app, new Date()),
  failure: 'Ended sessions and invitations could not be deleted; tried again soon',
};

/** One round. */
export function deleteEndedAccess({ db }: Pick<App, 'db'>, now: Date): Promise<void> {
  return stepsApart({
    sessions: () => deleteEnded(db, now),
    invitations: () => deleteEndedInvitations(db, now),
    replies: () => deleteOldReplies(db, now),
  });
}
