import { checkPassword } from './checkPassword.ts';
import type { Accounts } from '../createAccounts.ts';
import { findUser } from '../users/findUser.ts';
import { readEmail } from '../users/normaliseEmail.ts';
import { refuse } from '../signIn/refuse.ts';
import type { User } from '../users/User.ts';

/** Emails a reset link if the email is known; the caller learns nothing either way. */
export async function requestPasswordReset(accounts: Accounts, email: string): Promise<void> {
  const address = readEmail(email);
  if (address === undefined) return;
  await accounts.auth.api.requestPasswordReset({ body: { email: address } });
}

interface Reset {
  readonly token: string;
  readonly newPassword: string;
  /** For someone whose account others have got into: they may have added a passkey. */
  readonly removePasskeys?: boolean;
}

/** Sets a new password with an emailed token, once, and ends all of the person's sessions. Returns the person. */
export async function resetPassword(
  accounts: Accounts,
  { token, newPassword, removePasskeys = false }: Reset,
): Promise<User | undefined> {
  checkPassword(newPassword, 'newPassword');
  const { internalAdapter } = await accounts.auth.$context;
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  await accounts.auth.api
    .resetPassword({ body: { token, newPassword } })
    .catch(refuse('VALIDATION_ERROR', 'token is used up or expired; ask for a new mail'));
  if (found === null) return undefined;
  if (removePasskeys) {
    await accounts.db.deleteFrom('passkeys').where('user_id', '=', found.value).execute();
  }
  return findUser(accounts.db, { id: found.value });
}
