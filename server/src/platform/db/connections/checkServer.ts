import type { ClientBase } from 'pg';
import { Problem } from '../../lib/Problem.ts';
import { processIdOf } from './askBackends.ts';

const MIN_SERVER_VERSION = 150_000;

/**
 * Makes sure that a connection leads to a PostgreSQL that we can work with, and to a session of its own (ADR 26). A
 * pooler in between gives its clients process ids that differ from those of the sessions it lends them. Throws
 * CONFLICT, saying what to change.
 */
export async function checkServer(client: ClientBase): Promise<void> {
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
