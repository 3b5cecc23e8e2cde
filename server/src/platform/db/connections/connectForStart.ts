import { connect, type Connection, type ConnectOptions } from './connect.ts';
import { watched } from './watched.ts';

/** One for the work, one for what that asks besides. */
const MAX_CONNECTIONS = 2;
/** Factor: a machine that starts is busy, and nobody is waiting for an answer yet. */
const PATIENCE = 7;

/**
 * Connections for the steps of a start, whose statements may take minutes. One that has died silently, or a database that
 * has stopped, ends the step. Throws if there is no connection within `waitMs`.
 */
export async function connectForStart(
  options: Pick<ConnectOptions, 'connectionString' | 'log' | 'name' | 'waitMs'>,
): Promise<Connection> {
  await using stack = new AsyncDisposableStack();
  const connection = stack.use(connect({ ...options, max: MAX_CONNECTIONS }));
  const client = await connection.pool.connect();
  client.release();
  stack.move();
  return watched(connection, { ...options, maxMs: Number.POSITIVE_INFINITY, patience: PATIENCE });
}
