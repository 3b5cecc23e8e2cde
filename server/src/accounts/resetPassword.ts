import { checkPassword } from './checkPassword.ts';
import type { Accounts } from './createAccounts.ts';
import { readEmail } from './normaliseEmail.ts';
import { refuse } from './refuse.ts';

/** Mails a reset link where the address is known; who asks learns nothing either way. */
export async function requestPasswordReset(accounts: Accounts, email: string): Promise<void> {
  const address = readEmail(email);
  if (address === undefined) return;
  await accounts.auth.api.requestPasswordReset({ body: { email: address } });
}

/** Sets a new password with a mailed token, once, and ends every session of the person. */
export async function resetPassword(
  accounts: Accounts,
  token: string,
  newPassword: string,
): Promise<void> {
  checkPassword(newPassword, 'newPassword');
  await accounts.auth.api
    .resetPassword({ body: { token, newPassword } })
    .catch(refuse('VALIDATION_ERROR', 'token is used up or expired; ask for a new mail'));
}
