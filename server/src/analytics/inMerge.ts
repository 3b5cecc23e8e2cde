import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { DatabaseError } from 'pg';
import type { Database } from '../db/schema.ts';

export interface MergeState {
  /** Clicks and opens below this id are in the totals. */
  readonly merged: string;
  readonly sealed: string;
  /** The first UTC day whose visitors are not counted yet. */
  readonly visitorsFrom: Date;
}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` as the only one that moves totals, on one snapshot of the database that is taken after
 * the lock. Without `wait`, undefined while another one is at it.
 */
export async function inMerge<T>(
  db: Kysely<Database>,
  { wait }: { readonly wait: boolean },
  work: (trx: Transaction<Database>, state: MergeState) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        // LOCK takes no snapshot: the first query does. It keeps readers and writers of clicks free.
        const mode = sql.raw(wait ? '' : 'nowait');
        await sql`lock table click_merge in share row exclusive mode ${mode}`.execute(trx);
        return work(trx, await readState(trx));
      });
  } catch (error) {
    if (!wait && error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) {
      return undefined;
    }
    throw error;
  }
}

export async function readState(trx: Transaction<Database>): Promise<MergeState> {
  const row = await trx.selectFrom('click_merge').selectAll().executeTakeFirstOrThrow();
  return { merged: row.merged, sealed: row.sealed, visitorsFrom: row.visitors_from };
}
