import type { Db } from '#platform/db/Db.ts';

/** Marks an export as failed whose job was given up after all attempts; the log has the reason. */
export async function failExport(db: Db, id: string): Promise<void> {
  await markFailed(db, id, 'The export could not be made; please start it again');
}

/** `reason` is shown to the user. An export that has already ended does not change. */
export async function markFailed(db: Db, id: string, reason: string): Promise<void> {
  await db
    .updateTable('exports')
    .set({ status: 'failed', error: reason, finished_at: new Date() })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .execute();
}
