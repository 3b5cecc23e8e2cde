import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Client } from './Client.ts';
import type { Accounts } from './createAccounts.ts';

/**
 * The client with those of its cookies that a former SECRET signed signed by the current one: the library
 * knows one key for signatures. The browser gets a cookie of the current key when its session is next
 * prolonged, so that after the 14 days of a session no other is left.
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
  const text = decode(pair.slice(equals + 1));
  const dot = text.lastIndexOf('.');
  if (equals < 0 || dot < 0) return pair;
  const value = text.slice(0, dot);
  const given = Buffer.from(text.slice(dot + 1), 'base64');
  const [current, ...former] = libraryKeys;
  const known = former.some((key) => {
    const expected = signatureOf(value, key.value);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!known) return pair;
  const signature = signatureOf(value, current.value).toString('base64');
  return `${pair.slice(0, equals)}=${encodeURIComponent(`${value}.${signature}`)}`;
}

function signatureOf(value: string, key: string): Buffer {
  return createHmac('sha256', key).update(value).digest();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
