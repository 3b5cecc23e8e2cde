import { type Client, clientHeaders } from './Client.ts';
import { withCurrentCookies } from './withCurrentCookies.ts';
import type { Accounts } from './createAccounts.ts';
import { findSessionByToken } from './findSessionByToken.ts';
import { type DashboardToken, issueDashboardToken } from './issueDashboardToken.ts';
import type { User } from './User.ts';

export interface Refreshed extends DashboardToken {
  readonly user: User;
  readonly sessionId: string;
  /** `Set-Cookie` values, when the session was prolonged. */
  readonly setCookies: readonly string[];
}

/**
 * A fresh bearer token for the session in the client's cookie, which is prolonged once a day.
 * Undefined when the cookie is missing, forged, expired or revoked: the person signs in again.
 */
export async function refreshDashboardToken(
  accounts: Accounts,
  client: Client,
): Promise<Refreshed | undefined> {
  const { headers, response } = await accounts.auth.api.getSession({
    headers: clientHeaders(withCurrentCookies(accounts, client)),
    returnHeaders: true,
  });
  if (response === null) return undefined;
  const found = await findSessionByToken(accounts.db, response.session.token);
  if (found === undefined) return undefined;
  const token = await issueDashboardToken(accounts, found.session);
  return {
    ...token,
    user: found.user,
    sessionId: found.session.id,
    setCookies: headers.getSetCookie(),
  };
}
