import { sql } from 'kysely';
import type { Db } from '../Db.ts';

const KEPT_MS = 60 * 60 * 1000;

/**
 * Deletes changes that are older than an hour, from below and except for the newest of them: a reader that finds none
 * below its position may have missed some (`readChanges`). Nothing at or above the oldest transaction in progress is
 * deleted, since readers read from there.
 */
export async function deleteOldChanges(db: Db, now: Date): Promise<void> {
  const newestOld = sql`(
    select transaction from changes
    where at < ${new Date(now.getTime() - KEPT_MS)} and transaction < pg_snapshot_xmin(pg_current_snapshot())
    order by transaction desc limit 1)`;
  await sql`delete from changes where transaction < ${newestOld}`.execute(db);
}
