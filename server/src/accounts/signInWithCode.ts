import { type Client, clientHeaders } from './Client.ts';
import type { Accounts } from './createAccounts.ts';
import { readRenewed, type RenewedSession } from './readRenewed.ts';
import { refuse } from './refuse.ts';
import { withCurrentCookies } from './withCurrentCookies.ts';

const TOTP = /^\d{6}$/;

/**
 * Answers the challenge of a sign-in with a code of the authenticator app or a backup code.
 * UNAUTHORIZED for a wrong one; ten wrong ones lock the second factor for 15 minutes.
 */
export async function signInWithCode(
  accounts: Accounts,
  challenge: readonly string[],
  code: string,
  client: Client = {},
): Promise<RenewedSession> {
  const cookie = challenge.map((each) => each.split(';', 1)[0]).join('; ');
  const headers = clientHeaders(withCurrentCookies(accounts, { ...client, cookie }));
  const { api } = accounts.auth;
  const body = { code: code.replaceAll(' ', '') };
  const refused = refuse(
    'UNAUTHORIZED',
    'Invalid code; take the one the app shows now, with the clock of the device right, or a backup code',
  );
  const answered = TOTP.test(body.code)
    ? await api.verifyTOTP({ body, headers, returnHeaders: true }).catch(refused)
    : await api.verifyBackupCode({ body, headers, returnHeaders: true }).catch(refused);
  return readRenewed(accounts, answered.headers);
}
