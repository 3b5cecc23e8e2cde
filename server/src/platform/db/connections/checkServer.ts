import { Client } from 'pg';
import { Problem } from '../../lib/Problem.ts';
import { processIdOf } from './askBackends.ts';
import { endClient } from './endClient.ts';

const MIN_SERVER_VERSION = 150_000;
const WAIT_MS = 10_000;

/**
 * Makes sure that a URL leads to a PostgreSQL that we can work with, and to a session of its own (ADR 26). A
 * pooler in between gives its clients process ids that differ from those of the sessions it lends them. Throws
 * CONFLICT, saying what to change. This is the one connection without settings, which poolers refuse before anyone can ask
 * whether they are one.
 */
export async function checkServer(
  connectionString: string,
  { waitMs = WAIT_MS }: { readonly waitMs?: number | undefined } = {},
): Promise<void> {
  const client = new Client({
    connectionString,
    application_name: 'fairlead migrate',
    connectionTimeoutMillis: waitMs,
    query_timeout: WAIT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await checkSession(client);
  } finally {
    await endClient(client);
  }
}

async function checkSession(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; words: string; process: number }>(
    `select current_setting('server_version_num')::int as version,
            current_setting('server_version') as words, pg_backend_pid() as process`,
  );
  const server = rows[0];
  if (!server) throw new Error('The database does not say what it is');
  if (server.version < MIN_SERVER_VERSION) {
    throw new Problem(
      'CONFLICT',
      `Fairlead needs PostgreSQL 15 or later; DATABASE_URL leads to ${server.words}`,
    );
  }
  if (server.process !== processIdOf(client)) {
    throw new Problem(
      'CONFLICT',
      'DATABASE_URL leads to a connection pooler, such as PgBouncer: let it name PostgreSQL itself. ' +
        'Fairlead pools its connections by itself, and needs sessions of its own for their settings, prepared statements and locks',
    );
  }
}
