import { newId } from '#platform/lib/uuid.ts';
import type { Client } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import { findCookie, readSigned, renderCookie, signValue } from './signedCookies.ts';

/** The library's name for our cookie, which it prefixes as its own. */
const DEVICE = 'device';
const DEVICE_SECONDS = 180 * 24 * 3600;

/**
 * Names a browser that has signed in to an account (OWASP's device cookie): its tries are counted apart, so that no
 * stranger who guesses passwords locks its owner out. It opens nothing.
 */
export async function writeDeviceCookie(accounts: Accounts, email: string): Promise<string> {
  const { createAuthCookie } = await accounts.auth.$context;
  const value = signValue(`${DEVICE} ${newId()} ${normal(email)}`, accounts.libraryKeys[0]);
  return renderCookie(createAuthCookie(DEVICE), value, DEVICE_SECONDS);
}

/** The id of a browser that has signed in with this email before; undefined for every other. */
export async function readDeviceCookie(
  accounts: Accounts,
  client: Client,
  email: string,
): Promise<string | undefined> {
  const { createAuthCookie } = await accounts.auth.$context;
  const text = findCookie(client.cookie, createAuthCookie(DEVICE).name);
  const value = text === undefined ? undefined : readSigned(text, accounts.libraryKeys);
  const [kind, id, ...owner] = (value ?? '').split(' ');
  return kind === DEVICE && owner.join(' ') === normal(email) ? id : undefined;
}

const normal = (email: string) => email.trim().toLowerCase();
