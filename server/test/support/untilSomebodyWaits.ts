import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../src/db/Db.ts';

/** Resolves when a transaction waits for a lock of another, such as the test's own. */
export async function untilSomebodyWaits(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
      limit 1`.execute(db);
    if (rows.length > 0) return;
    await sleep(5);
  }
}
