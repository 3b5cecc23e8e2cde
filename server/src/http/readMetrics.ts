import { BlockList, isIP } from 'node:net';
import type { App } from '../app.ts';
import type { Measurements } from '../lib/Meters.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';
import { checkOperator } from './authenticate.ts';

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
thisMachine.addAddress('::1', 'ipv6');

/**
 * `/metrics` (DECISIONS 1), for whoever asks from this machine itself, and for everybody else with the
 * `ADMIN_TOKEN`. What a proxy on this machine passes on comes from elsewhere.
 */
export async function readMetrics(app: App, request: RequestFacts): Promise<Measurements> {
  if (!isFromThisMachine(request)) checkOperator(app, request);
  return await app.meters.read();
}

const SIGNS_OF_A_PROXY = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'];

function isFromThisMachine({ address, header }: RequestFacts): boolean {
  if (SIGNS_OF_A_PROXY.some((name) => header(name) !== undefined)) return false;
  return thisMachine.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
