import { Fairlead } from '../../../sdk/src/index.ts';
import type { BenchServer } from './startServer.ts';

/** Longer than a server that has been hurt takes to load its journal. Milliseconds. */
const TIME_LIMIT_MS = 300_000;

/** The client of the SDK for a project: its key, and the session of its owner. It repeats nothing, so that a fault shows. */
export function openClient(
  { baseUrl }: Pick<BenchServer, 'baseUrl'>,
  { appKey, sessionToken }: { readonly appKey?: string; readonly sessionToken?: string },
): Fairlead {
  return new Fairlead({ baseUrl, appKey, sessionToken, timeout: TIME_LIMIT_MS, maxRetries: 0 });
}
