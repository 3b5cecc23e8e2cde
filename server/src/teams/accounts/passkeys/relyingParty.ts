import { isIP } from 'node:net';
import { Problem } from '#platform/lib/Problem.ts';
import type { Accounts } from '../createAccounts.ts';

/** For whom passkeys are made: the dashboard at its public address. */
export interface RelyingParty {
  /** Its host, which passkeys are bound to for good. */
  readonly id: string;
  readonly origin: string;
}

/** Undefined where browsers allow no passkeys: without https, but on this machine, and for bare IP addresses. */
export function findRelyingParty({
  publicUrl,
}: Pick<Accounts, 'publicUrl'>): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return undefined;
  return protocol === 'https:' || local ? { id: hostname, origin } : undefined;
}

/** CONFLICT where there is none. */
export function needRelyingParty(accounts: Pick<Accounts, 'publicUrl'>): RelyingParty {
  const found = findRelyingParty(accounts);
  if (found !== undefined) return found;
  throw new Problem(
    'CONFLICT',
    'Passkeys need a PUBLIC_URL with https and a host name; browsers allow none at this address',
  );
}

/** Ed25519, ES256 and RS256 by their COSE numbers: every authenticator has one of them. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];
