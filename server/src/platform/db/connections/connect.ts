import { Kysely, PostgresDialect } from 'kysely';
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg';
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

/** Those of every connection, whatever the server, the database and its role have set. */
const SETTINGS = {
  // Days begin at midnight UTC, wherever the database runs.
  TimeZone: 'UTC',
  // Compiling a query takes seconds where the planner has been told to avoid a kind of join, and saves milliseconds.
  jit: 'off',
};

type ClientOptions = {
  readonly connectionString: string;
  /** What `pg_stat_activity` shows. */
  readonly name?: string;
  /** How long to wait for a connection, in milliseconds. Default: ten seconds. */
  readonly waitMs?: number;
  /** Time after which the database cancels a statement, in milliseconds. Default: none. */
  readonly statementMs?: number;
  /** Time after which a query without an answer fails here, in milliseconds: its connection may be dead. Default: none. */
  readonly silentMs?: number;
  /** PostgreSQL settings beside those of every connection. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** `max` connections at most. */
export type ConnectOptions = ClientOptions & {
  readonly log: Log;
  readonly max?: number;
  /** Called with the backend's process id for each new connection. */
  readonly onConnect?: (backendPid: number) => void;
};

/**
 * Opens a pool; nothing is sent before the first query. Values are parsed by `readValue`. A
 * connection that breaks while idle is logged and replaced.
 */
export function connect(options: ConnectOptions): Connection {
  const pool = new Pool({
    ...configOf(options),
    max: options.max ?? 10,
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

/** A single connection, which the caller opens and ends. One that breaks fails what is asked on it, and nothing else. */
export function newClient(options: ClientOptions): Client {
  const client = new Client(configOf(options));
  client.on('error', () => {});
  return client;
}

function configOf(options: ClientOptions): ClientConfig {
  return {
    connectionString: withSettings(options),
    connectionTimeoutMillis: options.waitMs ?? 10_000,
    ...(options.silentMs !== undefined && { query_timeout: options.silentMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/**
 * To pg, what the URL says counts more than what it is given. So name and settings are added to the URL, after settings that it
 * asks for itself: of two values, the later counts.
 */
function withSettings({
  connectionString,
  name = 'fairlead',
  statementMs = 0,
  settings,
}: ClientOptions): string {
  const ours = { ...SETTINGS, statement_timeout: String(statementMs), ...settings };
  const asked = /[?&]options=([^&]*)/.exec(connectionString)?.[1];
  const pairs = Object.entries(ours).map(([setting, value]) => `-c ${setting}=${value}`);
  const options = [...(asked === undefined ? [] : [asked]), ...pairs].join(' ');
  const added = `application_name=${name}&options=${options}`.replaceAll(' ', '+');
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}${added}`;
}
