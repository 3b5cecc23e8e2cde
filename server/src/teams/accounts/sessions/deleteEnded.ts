import type { Db } from '#platform/db/Db.ts';

/**
 * Deletes dashboard sessions that have ended, with the IP addresses they were opened from, and expired secrets of
 * emails and sign-ins. Nothing else does: a session whose browser never returns would stay forever.
 */
export async function deleteEnded(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('dashboard_sessions').where('expires_at', '<', now).execute();
  await db.deleteFrom('verifications').where('expires_at', '<', now).execute();
}
