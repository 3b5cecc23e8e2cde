import { isIP } from 'node:net';
import { hostName } from './requestFacts.ts';

interface Addresses {
  readonly publicUrl: URL;
  readonly publicHosts: readonly string[];
}

/** Whether a host belongs to API and dashboard (Rule: surfaces). */
export function createHostFaces({ publicUrl, publicHosts }: Addresses): (host: string) => boolean {
  const named = new Set([hostName(publicUrl.host), 'localhost', ...publicHosts]);
  return (host) => named.has(host) || isAddress(host);
}

const DIGIT = { first: 0x30, last: 0x39 } as const;

/** `192.0.2.1` or `[2001:db8::1]`. The last character decides for most hosts, because this runs at every visit. */
function isAddress(host: string): boolean {
  const last = host.charCodeAt(host.length - 1);
  if (last >= DIGIT.first && last <= DIGIT.last) return isIP(host) === 4;
  return host.startsWith('[') && host.endsWith(']') && isIP(host.slice(1, -1)) === 6;
}
