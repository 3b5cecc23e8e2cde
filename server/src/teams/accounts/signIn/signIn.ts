import { isAPIError } from 'better-auth/api';
import { Problem } from '#platform/lib/Problem.ts';
import { type Client, clientHeaders } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import type { DashboardSession } from '../sessions/DashboardSession.ts';
import { findSession } from '../sessions/findSession.ts';
import type { User } from '../users/User.ts';

export interface SignedIn {
  readonly outcome: 'signedIn';
  readonly user: User;
  readonly session: DashboardSession;
  /** `Set-Cookie` values: the signed refresh credential. */
  readonly setCookies: readonly string[];
}

export interface SecondFactorRequired {
  readonly outcome: 'secondFactorRequired';
  /** `Set-Cookie` values: the challenge that the code answers. */
  readonly setCookies: readonly string[];
}

/**
 * Signs in to a dashboard session with email and password. Unknown users, users without a password and wrong
 * passwords cost one password hash each and get the same UNAUTHORIZED. The caller limits the number of
 * attempts.
 */
export async function signIn(
  accounts: Accounts,
  credentials: { readonly email: string; readonly password: string },
  client: Client = {},
): Promise<SignedIn | SecondFactorRequired> {
  const { headers, response } = await accounts.auth.api
    .signInEmail({
      body: { email: credentials.email.trim().toLowerCase(), password: credentials.password },
      headers: clientHeaders(client),
      returnHeaders: true,
    })
    .catch(refuse);
  const setCookies = headers.getSetCookie();
  if ('twoFactorRedirect' in response) return { outcome: 'secondFactorRequired', setCookies };
  const found = await findSession(accounts.db, { token: response.token });
  if (found === undefined) throw new Problem('UNAUTHORIZED', 'Sign in again');
  return { outcome: 'signedIn', ...found, setCookies };
}

function refuse(error: unknown): never {
  if (isAPIError(error) && error.statusCode < 500) {
    throw new Problem('UNAUTHORIZED', 'Invalid e-mail or password');
  }
  throw error;
}
