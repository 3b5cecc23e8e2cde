import { connectRequests, type RequestOptions } from './connectRequests.ts';
import type { Connection } from './connect.ts';
import { LOCK_MS } from '../groupCalls.ts';

/** Two for each kind of grouped call, which are seldom all busy. */
const MAX_CONNECTIONS = 4;

/**
 * Connections for statements shared by many calls (`groupCalls`). Each looks up a few dozen rows by key, so it is
 * planned once, for tables of any size: a table that is small today must not be scanned when it has grown.
 */
export function connectGroups(
  options: Pick<RequestOptions, 'connectionString' | 'log' | 'patience'>,
): Connection {
  return connectRequests({
    ...options,
    name: 'fairlead groups',
    max: MAX_CONNECTIONS,
    settings: {
      plan_cache_mode: 'force_generic_plan',
      enable_seqscan: 'off',
      enable_mergejoin: 'off',
      lock_timeout: String(LOCK_MS),
    },
  });
}
