import type { Client } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import { findSession } from './findSession.ts';
import { type DashboardToken, issueDashboardToken } from './issueDashboardToken.ts';
import { rotateSession } from './rotateSession.ts';
import { readSessionCookie, writeSessionCookie } from './sessionCookie.ts';
import type { User } from '../users/User.ts';

export interface Refreshed extends DashboardToken {
  readonly user: User;
  readonly sessionId: string;
  /** `Set-Cookie` values: the credential that replaces the one sent. */
  readonly setCookies: readonly string[];
}

/**
 * A new bearer token for the session in the client's cookie, and the cookie's successor. Undefined if the
 * cookie is missing, forged, expired or revoked: the person has to sign in again. UNAUTHORIZED, and the end
 * of the session, for a cookie that was replaced before.
 */
export async function refreshDashboardToken(
  accounts: Accounts,
  client: Client,
): Promise<Refreshed | undefined> {
  const presented = await readSessionCookie(accounts, client);
  const rotated = presented === undefined ? undefined : await rotateSession(accounts, presented);
  if (rotated === undefined) return undefined;
  const found = await findSession(accounts.db, { id: rotated.sessionId });
  if (found === undefined) return undefined;
  const token = await issueDashboardToken(accounts, found.session);
  return {
    ...token,
    user: found.user,
    sessionId: found.session.id,
    setCookies: [await writeSessionCookie(accounts, rotated.token)],
  };
}
