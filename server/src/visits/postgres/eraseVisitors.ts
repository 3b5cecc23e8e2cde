import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';

/** Removes the visitor hash of clicks; `tx` is the transaction that erases their installation. */
export async function eraseVisitors(tx: Db, clickIds: readonly string[]): Promise<void> {
  await sql`update clicks set visitor = null where id = any(${clickIds}::uuid[])`.execute(tx);
}
