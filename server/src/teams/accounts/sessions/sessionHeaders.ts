import { Problem } from '#platform/lib/Problem.ts';
import { type Client, clientHeaders } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import { signValue } from '../signIn/signedCookies.ts';

/**
 * Headers that the library takes to come from the session's own browser: its refresh credential, signed
 * as in the cookie. For callers whose bearer token has been verified; the credential stays in this
 * process.
 */
export async function sessionHeaders(
  accounts: Accounts,
  sessionId: string,
  client: Client = {},
): Promise<Headers> {
  const row = await accounts.db
    .selectFrom('dashboard_sessions')
    .select('token')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (row === undefined) {
    throw new Problem('UNAUTHORIZED', 'Dashboard session ended; sign in again');
  }
  const { authCookies } = await accounts.auth.$context;
  const value = encodeURIComponent(signValue(row.token, accounts.libraryKeys[0]));
  return clientHeaders({ ...client, cookie: `${authCookies.sessionToken.name}=${value}` });
}
