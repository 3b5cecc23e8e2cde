import { connectRequests } from './connectRequests.ts';
import type { Connection, ConnectOptions } from './connect.ts';

/** Two for each kind of call that is grouped, and they are seldom all busy. */
const MAX_CONNECTIONS = 4;

/**
 * Connections for statements of many calls (`groupCalls`). Each looks up a few dozen rows by their keys, so its plan is
 * made once and for tables of any size: what is small today must not be read whole when it has grown.
 */
export function connectGroups(
  options: Pick<ConnectOptions, 'connectionString' | 'log'>,
): Connection {
  return connectRequests({
    ...options,
    name: 'fairlead groups',
    max: MAX_CONNECTIONS,
    settings: {
      plan_cache_mode: 'force_generic_plan',
      enable_seqscan: 'off',
      enable_mergejoin: 'off',
      jit: 'off',
    },
  });
}
