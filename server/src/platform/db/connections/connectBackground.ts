import { setPriority } from 'node:os';
import { connect, type Connection } from './connect.ts';
import type { RequestOptions } from './connectRequests.ts';
import { watched } from './watched.ts';

/** Long-running work at the same time: totals, an export, the nightly deletion of old clicks. */
const MAX_CONNECTIONS = 3;
/**
 * On a scale from -20 (first) to 19 (last): leaves a third of a share, so that totals keep up when every core
 * is busy.
 */
const NICENESS = 5;
/** Milliseconds: nobody waits for an answer, but the end of the process waits for work in progress. */
const SILENT_MS = 5_000;
/** Factor: a database may be slow to answer because of this very work. */
const PATIENCE = 20;

/**
 * Connections for long-running work that is not urgent. If the database is embedded and on `thisMachine`,
 * their backend processes are throttled: a visitor's redirect takes precedence over an export. A statement may take hours; one whose
 * connection has died silently fails.
 */
export function connectBackground(
  { patience = 1, ...options }: Pick<RequestOptions, 'connectionString' | 'log' | 'patience'>,
  { thisMachine }: { readonly thisMachine: boolean },
): Connection {
  const connection = connect({
    ...options,
    max: MAX_CONNECTIONS,
    name: 'fairlead background',
    ...(thisMachine && { onConnect: throttle }),
  });
  return watched(connection, {
    ...options,
    maxMs: Number.POSITIVE_INFINITY,
    silentMs: SILENT_MS,
    patience: PATIENCE * patience,
  });
}

function throttle(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // Not allowed here, or already gone: the work is done all the same.
  }
}
