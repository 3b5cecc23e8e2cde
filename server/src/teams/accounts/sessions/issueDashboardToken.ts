import { SignJWT } from 'jose';
import type { Accounts } from '../createAccounts.ts';
import type { DashboardSession } from './DashboardSession.ts';

/** Lifetime of a bearer token unless the operator asks for a different one. */
const TOKEN_SECONDS = 3600;

export interface DashboardToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * The dashboard session token of the contract: a JWT (HS256) with `sub` user, `sid` session, `iat`, `exp`.
 * It never outlives its session. Rule: credentials 9.
 */
export async function issueDashboardToken(
  accounts: Accounts,
  session: Pick<DashboardSession, 'id' | 'userId' | 'expiresAt'>,
  { lifetimeSeconds = TOKEN_SECONDS }: { lifetimeSeconds?: number } = {},
): Promise<DashboardToken> {
  const issuedAt = Math.floor(accounts.now() / 1000);
  const expiresAt = Math.min(
    issuedAt + lifetimeSeconds,
    Math.floor(session.expiresAt.getTime() / 1000),
  );
  const token = await new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(session.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(accounts.tokenKeys[0]);
  return { token, expiresAt: new Date(expiresAt * 1000) };
}
