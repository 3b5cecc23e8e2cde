import type { Client } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import { findCookie, readSigned } from './signedCookies.ts';

/** The library's name for its cookie of a sign-in that is waiting for a code. */
const CHALLENGE = 'two_factor';

/** Name of that cookie in the browser. */
export async function challengeCookieName(accounts: Accounts): Promise<string> {
  const { createAuthCookie } = await accounts.auth.$context;
  return createAuthCookie(CHALLENGE).name;
}

/** Whose sign-in is waiting for a code, according to the client's cookie; undefined if it has waited too long. */
export async function findChallenge(
  accounts: Accounts,
  client: Client,
): Promise<{ readonly userId: string } | undefined> {
  const { internalAdapter } = await accounts.auth.$context;
  const text = findCookie(client.cookie, await challengeCookieName(accounts));
  const identifier = text === undefined ? undefined : readSigned(text, accounts.libraryKeys);
  if (identifier === undefined) return undefined;
  const found = await internalAdapter.findVerificationValue(identifier);
  // By the library's clock, which set it.
  if (!found || found.expiresAt.getTime() <= Date.now()) return undefined;
  return { userId: found.value };
}
