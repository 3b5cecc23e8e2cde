import { connect, type Connection, type ConnectOptions } from './connect.ts';
import { watched } from './watched.ts';

/** Waiting time for a connection: visitors get some answer within three seconds. */
const WAIT_MS = 2_500;
/** Far longer than anyone waits; long-running work has its own connections (`connectBackground`). */
const STATEMENT_MS = 120_000;

export type RequestOptions = Pick<
  ConnectOptions,
  'connectionString' | 'log' | 'name' | 'max' | 'settings'
> & {
  /** Factor for every wait (`AppOptions.patience`). */
  readonly patience?: number | undefined;
};

/** Connections for work that someone is waiting for: none of it waits for a database that does not answer. */
export function connectRequests({ patience = 1, ...options }: RequestOptions): Connection {
  const waitMs = WAIT_MS * patience;
  const connection = connect({ ...options, waitMs, statementMs: STATEMENT_MS });
  return watched(connection, { ...options, maxMs: STATEMENT_MS + waitMs, patience });
}
