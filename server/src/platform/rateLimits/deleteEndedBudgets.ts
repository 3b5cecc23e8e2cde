import type { Db } from '../db/Db.ts';

/** Deletes budgets whose window has ended; the next request would start a new one anyway. */
export async function deleteEndedBudgets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('ends_at', '<', now).execute();
}
