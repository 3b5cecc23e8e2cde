import type { Accounts } from '../createAccounts.ts';
import { sessionHeaders } from '../sessions/sessionHeaders.ts';

/** Ends the session; returns the `Set-Cookie` values that clear its cookie. */
export async function signOut(accounts: Accounts, sessionId: string): Promise<readonly string[]> {
  const { headers } = await accounts.auth.api.signOut({
    headers: await sessionHeaders(accounts, sessionId),
    returnHeaders: true,
  });
  accounts.sessionChecks.end(sessionId);
  return headers.getSetCookie();
}
