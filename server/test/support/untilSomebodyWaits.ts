import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { until } from './until.ts';

/** Resolves when a transaction waits for a lock of another, such as the test's own. */
export async function untilSomebodyWaits(db: Db): Promise<void> {
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
      limit 1`.execute(db);
    return rows.length > 0;
  };
  await until('a transaction waits for a lock', isWaiting, { everyMs: 5 });
}
