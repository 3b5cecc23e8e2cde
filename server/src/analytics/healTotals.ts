import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Rebuilt, rebuildTotals } from './rebuildTotals.ts';

/**
 * Counts the totals anew where a migration found that they cannot be trusted, and undefined elsewhere. It is done when
 * it is committed; a start that breaks it off leaves it to the next one.
 */
export async function healTotals(
  db: Kysely<Database>,
  options: { readonly background?: Kysely<Database> } = {},
): Promise<Rebuilt | undefined> {
  const { rebuild_needed: needed } = await db
    .selectFrom('click_merge')
    .select('rebuild_needed')
    .executeTakeFirstOrThrow();
  return needed ? rebuildTotals(db, options) : undefined;
}
