import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, type PoolClient } from 'pg';
import type { Log } from '../../ports/Log.ts';
import type { Database } from '../schema.ts';
import { readValue } from '../readValue.ts';

/** One pool of connections, used for typed queries (`db`) and for plain SQL (`pool`). */
export type Connection = AsyncDisposable & {
  readonly db: Kysely<Database>;
  readonly pool: Pool;
};

/** How long connections may take to close at the end. */
const CLOSE_MS = 2_000;

/** `max` connections at most; `name` is what `pg_stat_activity` shows. */
export type ConnectOptions = {
  readonly connectionString: string;
  readonly log: Log;
  readonly max?: number;
  readonly name?: string;
  /** How long to wait for a connection, in milliseconds. Default: ten seconds. */
  readonly waitMs?: number;
  /** Time after which the database cancels a statement, in milliseconds. Default: none. */
  readonly statementMs?: number;
  /** Time after which a query without an answer fails here, in milliseconds: its connection may be dead. Default: none. */
  readonly silentMs?: number;
  /** PostgreSQL settings for these connections. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called with the backend's process id for each new connection. */
  readonly onConnect?: (backendPid: number) => void;
};

/**
 * Opens a pool; nothing is sent before the first query. Values are parsed by `readValue`. A
 * connection that breaks while idle is logged and replaced.
 */
export function connect(options: ConnectOptions): Connection {
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.max ?? 10,
    application_name: options.name ?? 'fairlead',
    connectionTimeoutMillis: options.waitMs ?? 10_000,
    ...(options.silentMs !== undefined && { query_timeout: options.silentMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: settingsText({
      // Days begin at midnight UTC, wherever the database runs.
      TimeZone: 'UTC',
      statement_timeout: String(options.statementMs ?? 0),
      ...options.settings,
    }),
    types: { getTypeParser: readValue },
  });
  pool.on('error', (error) => {
    options.log.warn({ error: error.message }, 'A connection to the database broke');
  });
  // If a connection breaks while in use, its query fails too; without a listener, the event would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if ('processID' in client && typeof client.processID === 'number') {
      options.onConnect?.(client.processID);
    }
  });
  const open = new Set<PoolClient>();
  pool.on('connect', (client) => void open.add(client));
  pool.on('remove', (client) => void open.delete(client));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    async [Symbol.asyncDispose]() {
      // A connection that does not answer must not keep the process from exiting.
      const timer = setTimeout(() => {
        for (const client of open) if (client instanceof Client) client.connection.stream.destroy();
      }, CLOSE_MS);
      await db.destroy();
      // Kysely ends only a pool that it has used.
      if (!pool.ending) await pool.end();
      clearTimeout(timer);
    },
  };
}

function settingsText(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
