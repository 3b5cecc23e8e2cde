import type { App } from '../app.ts';
import type { Measurements } from '../lib/Meters.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';
import { checkOperator } from './authenticate.ts';
import { isFromThisMachine } from './isFromThisMachine.ts';

/**
 * `/metrics` (DECISIONS 1), for whoever asks from this machine itself, and for everybody else with the
 * `ADMIN_TOKEN`.
 */
export async function readMetrics(app: App, request: RequestFacts): Promise<Measurements> {
  if (!isFromThisMachine(request)) checkOperator(app, request);
  return await app.meters.read();
}
