import { setPriority } from 'node:os';
import { connect, type Connection, type ConnectOptions } from './connect.ts';

/** Long-running work at the same time: totals, an export, the nightly deletion of old clicks. */
const MAX_CONNECTIONS = 3;
/**
 * On a scale from -20 (first) to 19 (last): leaves a third of a share, so that totals keep up when every core
 * is busy.
 */
const NICENESS = 5;

/**
 * Connections for long-running work that is not urgent. If the database is embedded and on `thisMachine`,
 * their backend processes are throttled: a visitor's redirect takes precedence over an export.
 */
export function connectBackground(
  options: Pick<ConnectOptions, 'connectionString' | 'log'>,
  { thisMachine }: { readonly thisMachine: boolean },
): Connection {
  return connect({
    ...options,
    max: MAX_CONNECTIONS,
    name: 'fairlead background',
    ...(thisMachine && { onConnect: throttle }),
  });
}

function throttle(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // Not allowed here, or already gone: the work is done all the same.
  }
}
