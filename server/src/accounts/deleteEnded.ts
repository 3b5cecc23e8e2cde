import type { Db } from '../db/Db.ts';

/**
 * Deletes dashboard sessions that have ended, with the addresses they were opened from, and secrets of mails and
 * sign-ins that are good no longer. Nothing else does: a session whose browser never comes back would stay forever.
 */
export async function deleteEnded(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('dashboard_sessions').where('expires_at', '<', now).execute();
  await db.deleteFrom('verifications').where('expires_at', '<', now).execute();
}
