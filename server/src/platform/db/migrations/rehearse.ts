import { sql } from 'kysely';
import type { Db } from '../Db.ts';

/** Runs `work` in a transaction and takes back all that it wrote. */
export async function rehearse<R>(db: Db, work: (db: Db) => Promise<R>): Promise<R> {
  const transaction = await db.startTransaction().execute();
  try {
    return await work(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

/** Runs a part of a rehearsal, which can go on if the part fails; anywhere else, simply runs it. */
export async function inPart<R>(db: Db, work: () => Promise<R>): Promise<R> {
  if (!db.isTransaction) return work();
  await sql`savepoint part`.execute(db);
  try {
    return await work();
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db);
    throw error;
  } finally {
    await sql`release savepoint part`.execute(db);
  }
}
