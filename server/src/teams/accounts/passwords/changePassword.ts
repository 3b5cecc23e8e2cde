import { finding } from '@fairlead/contract/finding';
import type { Client } from '../Client.ts';
import { checkPassword } from './checkPassword.ts';
import type { Accounts } from '../createAccounts.ts';
import { readRenewed, type RenewedSession } from '../sessions/readRenewed.ts';
import { refuse } from '../signIn/refuse.ts';
import { sessionHeaders } from '../sessions/sessionHeaders.ts';

const WRONG_PASSWORD = finding(
  'currentPassword',
  'mismatch',
  'currentPassword is not the password of this account',
);

/** Changes the password, ends every session and returns a new one. VALIDATION_ERROR names the field. */
export async function changePassword(
  accounts: Accounts,
  sessionId: string,
  change: { readonly currentPassword: string; readonly newPassword: string },
  client: Client = {},
): Promise<RenewedSession> {
  checkPassword(change.newPassword, 'newPassword');
  const { headers } = await accounts.auth.api
    .changePassword({
      body: { ...change, revokeOtherSessions: true },
      headers: await sessionHeaders(accounts, sessionId, client),
      returnHeaders: true,
    })
    .catch(refuse('VALIDATION_ERROR', WRONG_PASSWORD));
  accounts.sessionChecks.end(sessionId);
  return readRenewed(accounts, headers);
}
