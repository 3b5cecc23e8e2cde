import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { Log } from '../lib/Log.ts';
import type { Database } from './schema.ts';
import { readValue } from './readValue.ts';

/** One pool of connections, seen as typed queries (`db`) and as plain SQL (`pool`). */
export type Connection = AsyncDisposable & {
  readonly db: Kysely<Database>;
  readonly pool: Pool;
};

/** `max` connections at most; `name` is what `pg_stat_activity` shows. */
export type ConnectOptions = {
  readonly connectionString: string;
  readonly log: Log;
  readonly max?: number;
  readonly name?: string;
  /** Told the process id that serves a new connection, as the database names it. */
  readonly onConnect?: (backendPid: number) => void;
};

/**
 * Opens a pool; nothing is sent before the first query. Values arrive as `readValue` reads them.
 * A connection that breaks while idle is logged and replaced.
 */
export function connect(options: ConnectOptions): Connection {
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.max ?? 10,
    application_name: options.name ?? 'fairlead',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Days begin at midnight UTC wherever the database runs.
    options: '-c TimeZone=UTC',
    types: { getTypeParser: readValue },
  });
  pool.on('error', (error) => {
    options.log.warn({ error: error.message }, 'A connection to the database broke');
  });
  // One that breaks while it is lent out says so to its query too; unheard, the event would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if ('processID' in client && typeof client.processID === 'number') {
      options.onConnect?.(client.processID);
    }
  });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, [Symbol.asyncDispose]: () => db.destroy() };
}
