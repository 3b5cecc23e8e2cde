import { sql, type Kysely } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { Problem } from '#platform/lib/Problem.ts';

/** CONFLICT while a server is connected to the database. */
export async function assertNobodyWrites(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'fairlead%' and application_name <> 'fairlead command'`.execute(db);
  if (rows.length === 0) return;
  throw new Problem(
    'CONFLICT',
    'A server is running on the database; stop every node (links wait in no journal then), and run this again',
  );
}
