import { BlockList, isIP } from 'node:net';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
thisMachine.addAddress('::1', 'ipv6');

const SIGNS_OF_A_PROXY = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'];

/** Whether a proxy passes the request on for someone else. */
export function isPassedOn({ header }: RequestFacts): boolean {
  return SIGNS_OF_A_PROXY.some((name) => header(name) !== undefined);
}

/** A request passed on by a proxy on this machine comes from elsewhere. */
export function isFromThisMachine(request: RequestFacts): boolean {
  if (isPassedOn(request)) return false;
  return thisMachine.check(request.address, isIP(request.address) === 6 ? 'ipv6' : 'ipv4');
}
