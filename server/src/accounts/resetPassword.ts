import { checkPassword } from './checkPassword.ts';
import type { Accounts } from './createAccounts.ts';
import { readEmail } from './normaliseEmail.ts';
import { refuse } from './refuse.ts';

/** Emails a reset link if the email is known; the caller learns nothing either way. */
export async function requestPasswordReset(accounts: Accounts, email: string): Promise<void> {
  const address = readEmail(email);
  if (address === undefined) return;
  await accounts.auth.api.requestPasswordReset({ body: { email: address } });
}

/** Sets a new password with an emailed token, once, and ends all of the person's sessions. */
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
