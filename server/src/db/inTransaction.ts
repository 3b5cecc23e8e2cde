import type { Transaction } from 'kysely';
import type { Db } from './Db.ts';
import type { Database } from './schema.ts';
import { isSqlstate } from './sqlstates.ts';

/** A unique row that another writer made at the same moment, a lost serialisation, a deadlock. */
const PASSING = ['uniqueViolation', 'serializationFailure', 'deadlockDetected'] as const;
const TRIES = 3;

/**
 * Runs `work` in a transaction. When it met a writer of the same moment it is run again, on what that one
 * left, so `work` must do nothing that a rollback does not undo.
 */
export async function inTransaction<R>(
  db: Db,
  work: (transaction: Transaction<Database>) => Promise<R>,
): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries === TRIES || !isSqlstate(error, ...PASSING)) throw error;
    }
  }
}
