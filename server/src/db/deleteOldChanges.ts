import type { Db } from './Db.ts';

const KEPT_MS = 60 * 60 * 1000;

/** Deletes changes that every reader has seen: those older than an hour. */
export async function deleteOldChanges(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('changes')
    .where('at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
}
