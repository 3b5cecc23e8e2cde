import { connect, type Connection, type ConnectOptions } from './connect.ts';
import { watchConnections } from './watchConnections.ts';

/** For a connection: a visitor has his answer within three seconds, whatever it is. */
const WAIT_MS = 2_500;
/** Far beyond what anyone waits for; long work has connections of its own (`connectBackground`). */
const STATEMENT_MS = 120_000;

/** Connections for what someone waits for: none of them waits for a database that does not answer. */
export function connectRequests(
  options: Pick<ConnectOptions, 'connectionString' | 'log'>,
): Connection {
  const connection = connect({ ...options, waitMs: WAIT_MS, statementMs: STATEMENT_MS });
  const watch = watchConnections(connection.pool, {
    ...options,
    maxMs: STATEMENT_MS + WAIT_MS,
  });
  return {
    ...connection,
    async [Symbol.asyncDispose]() {
      await watch[Symbol.asyncDispose]();
      await connection[Symbol.asyncDispose]();
    },
  };
}
