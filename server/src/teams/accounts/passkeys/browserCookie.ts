import { randomBytes } from 'node:crypto';
import type { Client } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import { findCookie, renderCookie } from '../signIn/signedCookies.ts';

/** The library's name for our cookie, which it prefixes as its own. */
const PASSKEY = 'passkey';
const SECONDS = 24 * 3600;
const RANDOM = /^[\w-]{43}$/;

/** The random name of the browser, to which its challenges are bound; several tabs share it. It opens nothing. */
export async function readBrowserCookie(
  { auth }: Accounts,
  { cookie }: Client,
): Promise<string | undefined> {
  const { createAuthCookie } = await auth.$context;
  const value = findCookie(cookie, createAuthCookie(PASSKEY).name);
  return value !== undefined && RANDOM.test(value) ? value : undefined;
}

/** The name that the browser has, or a new one, with the cookie that keeps it. */
export async function nameBrowser(accounts: Accounts, client: Client) {
  const { createAuthCookie } = await accounts.auth.$context;
  const known = await readBrowserCookie(accounts, client);
  const browser = known ?? randomBytes(32).toString('base64url');
  return { browser, setCookie: renderCookie(createAuthCookie(PASSKEY), browser, SECONDS) };
}
