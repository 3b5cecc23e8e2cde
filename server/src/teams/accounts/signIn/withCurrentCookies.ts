import type { Client } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import { readSigned, signValue } from './signedCookies.ts';

/**
 * The client with cookies signed by a previous SECRET re-signed with the current one, because the library
 * knows only one signing key. The browser gets a cookie signed with the current key when its session is
 * next refreshed, so that after a session's 14 days no other is left.
 */
export function withCurrentCookies(accounts: Accounts, client: Client): Client {
  const [, ...former] = accounts.libraryKeys;
  if (client.cookie === undefined || former.length === 0) return client;
  const cookies = client.cookie.split(/; */).map((pair) => signAnew(accounts, pair));
  return { ...client, cookie: cookies.join('; ') };
}

/** `name=value.signature`, both as a URI component. */
function signAnew({ libraryKeys }: Accounts, pair: string): string {
  const equals = pair.indexOf('=');
  if (equals < 0) return pair;
  const [current, ...former] = libraryKeys;
  const value = readSigned(pair.slice(equals + 1), former);
  if (value === undefined) return pair;
  return `${pair.slice(0, equals)}=${encodeURIComponent(signValue(value, current))}`;
}
