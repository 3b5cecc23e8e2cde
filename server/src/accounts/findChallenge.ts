import type { Client } from './Client.ts';
import type { Accounts } from './createAccounts.ts';
import { findCookie, readSigned } from './signedCookies.ts';

/** What the library names its cookie of a sign-in that waits for a code. */
const CHALLENGE = 'two_factor';

/** Name of that cookie in the browser. */
export async function challengeCookieName(accounts: Accounts): Promise<string> {
  const { createAuthCookie } = await accounts.auth.$context;
  return createAuthCookie(CHALLENGE).name;
}

/** Whose sign-in waits for a code, by the cookie of the client; undefined when it has waited too long. */
export async function findChallenge(
  accounts: Accounts,
  client: Client,
): Promise<{ readonly userId: string } | undefined> {
  const { internalAdapter } = await accounts.auth.$context;
  const text = findCookie(client.cookie, await challengeCookieName(accounts));
  const identifier = text === undefined ? undefined : readSigned(text, accounts.libraryKeys);
  if (identifier === undefined) return undefined;
  const found = await internalAdapter.findVerificationValue(identifier);
  // The library's clock, by which it was made.
  if (!found || found.expiresAt.getTime() <= Date.now()) return undefined;
  return { userId: found.value };
}
