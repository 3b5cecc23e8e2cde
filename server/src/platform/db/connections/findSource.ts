import type { Pool } from 'pg';

/**
 * What tells this history of a database from all others: positions in its changes mean nothing in another cluster, in a
 * database made again, and after a failover, which begins a new timeline.
 */
const SOURCE = `
select concat_ws(' ', (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()), 'changes'::regclass::oid,
  left(pg_walfile_name(pg_current_wal_lsn()), 8)) as source`;

/** Names the database's history, for a copy that has to know whether it can go on. */
export async function findSource(client: Pick<Pool, 'query'>): Promise<string> {
  const { rows } = await client.query<{ source: string }>(SOURCE);
  return rows[0]!.source;
}
