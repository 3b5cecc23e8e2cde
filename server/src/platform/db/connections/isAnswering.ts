import { sql } from 'kysely';
import type { Db } from '../Db.ts';

/** Whether the database answers within `patienceMs`. */
export async function isAnswering(db: Db, patienceMs: number): Promise<boolean> {
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const tooLate = Promise.withResolvers<boolean>();
  const timer = setTimeout(tooLate.resolve, patienceMs, false);
  try {
    return await Promise.race([answered, tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}
