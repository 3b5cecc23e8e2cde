import type { Accounts } from '../createAccounts.ts';
import { refuse } from '../signIn/refuse.ts';
import { sessionHeaders } from '../sessions/sessionHeaders.ts';
import type { User } from './User.ts';

/** Sends a link that verifies the email; a verified one gets none. */
export async function sendVerification(
  accounts: Accounts,
  user: User,
  sessionId: string,
): Promise<void> {
  if (user.emailVerified) return;
  await accounts.auth.api.sendVerificationEmail({
    body: { email: user.email },
    headers: await sessionHeaders(accounts, sessionId),
  });
}

/** Accepts the token from that email. VALIDATION_ERROR for an expired or wrong one. */
export async function verifyEmail(accounts: Accounts, token: string): Promise<void> {
  await accounts.auth.api
    .verifyEmail({ query: { token } })
    .catch(refuse('VALIDATION_ERROR', 'token is expired or wrong; ask for a new mail'));
}
