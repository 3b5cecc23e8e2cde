import { createHmac } from 'node:crypto';
import { Problem } from '../lib/Problem.ts';
import { type Client, clientHeaders } from './Client.ts';
import type { Accounts } from './createAccounts.ts';

/**
 * What the library takes for the session's own browser: its refresh credential, signed as in the cookie.
 * For callers whose bearer token has been verified; the credential stays in this process.
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
  const { authCookies, secret } = await accounts.auth.$context;
  const signature = createHmac('sha256', secret).update(row.token).digest('base64');
  const value = encodeURIComponent(`${row.token}.${signature}`);
  return clientHeaders({ ...client, cookie: `${authCookies.sessionToken.name}=${value}` });
}
