import { sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';

/**
 * Runs in a transaction that locks the project's limits: what it counts stays true until it ends.
 * Others that need the lock wait; reads and unlimited writes do not.
 */
export function lockLimits<T>(
  db: Db,
  project: Pick<Project, 'id'>,
  run: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const locked = async (tx: Transaction<Database>) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`limits ${project.id}`}, 0))`.execute(
      tx,
    );
    return run(tx);
  };
  return db.isTransaction ? locked(db as Transaction<Database>) : db.transaction().execute(locked);
}
