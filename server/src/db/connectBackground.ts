import { setPriority } from 'node:os';
import { connect, type Connection, type ConnectOptions } from './connect.ts';

/** Long work at the same time: totals, an export, the nightly end of old clicks. */
const MAX_CONNECTIONS = 3;
/** Of -20 (first) to 19 (last): a third of a share is left, so that totals keep up when every core is busy. */
const NICENESS = 5;

/**
 * Connections for long work that nobody waits for by the millisecond. Where the database is on `thisMachine`
 * and ours, its processes for them are throttled: a visitor's redirect goes before an export.
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
    // Not allowed here, or gone again: the work is done all the same.
  }
}
