import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { DatabaseError } from 'pg';
import type { Database } from '../db/schema.ts';
import { lowestIdAt } from '../lib/uuid.ts';

/** Clicks are written within moments of their id; those that are not go the late way. */
const MARGIN_MS = 3_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Moves the seal to a moment ago (ADR 7). Batches in flight are waited for, at most a second, and new
 * ones wait behind us meanwhile; from then on a writer that adds below the seal says so. Does nothing
 * while totals are being moved or a writer takes long.
 */
export async function sealClicks(db: Kysely<Database>, atMs = Date.now()): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      // This lock first: a writer must never wait for a merge.
      await sql`lock table click_merge in share row exclusive mode nowait`.execute(trx);
      await sql`set local lock_timeout = '1s'`.execute(trx);
      await sql`select pg_advisory_xact_lock(hashtextextended('fairlead click seal', 0))`.execute(
        trx,
      );
      const seal = atMs - MARGIN_MS;
      await sql`
        update click_merge set sealed = ${lowestIdAt(seal)}::uuid, sealed_at = ${new Date(seal)}
        where sealed_at < ${new Date(seal)}`.execute(trx);
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return;
    throw error;
  }
}
