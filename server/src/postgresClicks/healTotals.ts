import type { Kysely } from 'kysely';
import type { Rebuilt } from '../clicks/ClickStore.ts';
import type { Database } from '../db/schema.ts';
import { rebuildTotals } from './rebuildTotals.ts';

/**
 * Counts the totals again where a migration found that they cannot be trusted, and undefined elsewhere. It is done when
 * all of it is committed; a start that breaks it off leaves it to the next one.
 */
export async function healTotals(db: Kysely<Database>): Promise<Rebuilt | undefined> {
  const { rebuild_needed: needed } = await db
    .selectFrom('closed_days')
    .select('rebuild_needed')
    .executeTakeFirstOrThrow();
  if (!needed) return undefined;
  const rebuilt = await rebuildTotals(db, { mayLower: true });
  await db.updateTable('closed_days').set({ rebuild_needed: false }).execute();
  return rebuilt;
}
