import type { Client } from './Client.ts';
import type { Accounts } from './createAccounts.ts';
import { readSigned, signValue } from './signedCookies.ts';

/**
 * The client with those of its cookies that a former SECRET signed signed by the current one: the library
 * knows one key for signatures. The browser gets a cookie of the current key when its session is next
 * refreshed, so that after the 14 days of a session no other is left.
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
