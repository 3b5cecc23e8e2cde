import { deleteEnded } from '#teams/accounts/sessions/deleteEnded.ts';
import type { App } from '../App.ts';
import { deleteOldReplies } from '#platform/db/keptReplies.ts';
import { deleteEndedInvitations } from '#teams/projects/members/invitations.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 30 * 60 * 1000;

/** Deletes personal data that has expired: sessions, secrets of emails, invitations, replies kept for repetitions. */
export function deleteExpiredAccess(app: App): AsyncDisposable {
  return repeat(app, {
    everyMs: EVERY_MS,
    atOnce: true,
    round: () => deleteEndedAccess(app, new Date()),
    failure: 'Ended sessions and invitations could not be deleted; tried again soon',
  });
}

/** One round. */
export async function deleteEndedAccess({ db }: Pick<App, 'db'>, now: Date): Promise<void> {
  await deleteEnded(db, now);
  await deleteEndedInvitations(db, now);
  await deleteOldReplies(db, now);
}
