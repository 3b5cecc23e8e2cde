import { useDatabase } from './database.ts';

/** Ends every connection to a database and lets no new one in. */
export async function shutDatabase(name: string): Promise<void> {
  const { pool } = await useDatabase();
  await pool.query(`alter database ${name} with allow_connections false`);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = $1 and backend_type = 'client backend'`,
    [name],
  );
}
