import type { Me, SessionToken } from '@fairlead/contract/operations/dashboard/session';
import { writeDeviceCookie } from '#teams/accounts/signIn/deviceCookie.ts';
import type { Accounts } from '#teams/accounts/createAccounts.ts';
import { issueDashboardToken } from '#teams/accounts/sessions/issueDashboardToken.ts';
import type { RenewedSession } from '#teams/accounts/sessions/readRenewed.ts';
import type { User } from '#teams/accounts/users/User.ts';

export function renderMe(user: User): Me {
  return { ...user, createdAt: user.createdAt.toISOString() };
}

export function renderSessionToken(token: {
  readonly token: string;
  readonly expiresAt: Date;
  readonly sessionId: string;
  readonly user: User;
}): SessionToken {
  return {
    token: token.token,
    expiresAt: token.expiresAt.toISOString(),
    sessionId: token.sessionId,
    user: renderMe(token.user),
  };
}

/**
 * The response of every call that opens or replaces a session: a bearer token, the cookie that renews it, and the one
 * that tells the browser from strangers.
 */
export async function renderOpened(accounts: Accounts, opened: RenewedSession) {
  const { user, session, setCookies } = opened;
  const token = await issueDashboardToken(accounts, session);
  return {
    status: 200,
    body: renderSessionToken({ ...token, sessionId: session.id, user }),
    headers: { 'set-cookie': [...setCookies, await writeDeviceCookie(accounts, user.email)] },
  } as const;
}
