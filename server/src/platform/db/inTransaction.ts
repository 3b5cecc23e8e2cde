import type { Kysely, Transaction } from 'kysely';
import type { Db } from './Db.ts';
import type { Database } from './schema.ts';
import { isSqlstate } from './sqlstates.ts';

/** A unique row written by someone else at the same moment, a serialisation failure, a deadlock. */
const PASSING = ['uniqueViolation', 'serializationFailure', 'deadlockDetected'] as const;
const TRIES = 3;

/**
 * Runs `work` in a transaction. If it collides with another writer it runs again, on the result of that
 * writer, so `work` must do nothing that a rollback does not undo. Within a transaction it is a part of that.
 */
export async function inTransaction<R>(
  db: Db,
  work: (transaction: Transaction<Database>) => Promise<R>,
): Promise<R> {
  if (db.isTransaction) return work(db as Transaction<Database>);
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries === TRIES || !isSqlstate(error, ...PASSING)) throw error;
    }
  }
}

/** Runs `work`, which only reads, on one snapshot of the database: that of its first query. */
export function inSnapshot<R>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<R>,
): Promise<R> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work);
}
