import type { Client } from '../Client.ts';
import { SESSION_SECONDS } from '../configureAuth.ts';
import type { Accounts } from '../createAccounts.ts';
import { findCookie, readSigned, renderCookie, signValue } from '../signIn/signedCookies.ts';

/** The refresh credential in the client's cookie; undefined unless this service has signed it. */
export async function readSessionCookie(
  accounts: Accounts,
  client: Client,
): Promise<string | undefined> {
  const { authCookies } = await accounts.auth.$context;
  const text = findCookie(client.cookie, authCookies.sessionToken.name);
  return text === undefined ? undefined : readSigned(text, accounts.libraryKeys);
}

/** The `Set-Cookie` value of a refresh credential, as the library writes it at a sign-in. */
export async function writeSessionCookie(accounts: Accounts, token: string): Promise<string> {
  const { authCookies } = await accounts.auth.$context;
  const signed = signValue(token, accounts.libraryKeys[0]);
  return renderCookie(authCookies.sessionToken, signed, SESSION_SECONDS);
}
