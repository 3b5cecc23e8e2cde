import { Problem } from '#platform/lib/Problem.ts';
import type { Accounts } from '../createAccounts.ts';
import type { DashboardSession } from './DashboardSession.ts';
import { findSession } from './findSession.ts';
import type { User } from '../users/User.ts';

/** A session that replaced another, with the cookie that carries its refresh credential. */
export interface RenewedSession {
  readonly user: User;
  readonly session: DashboardSession;
  readonly setCookies: readonly string[];
}

/** Reads the session that the library has just created from the cookie it set. */
export async function readRenewed(accounts: Accounts, headers: Headers): Promise<RenewedSession> {
  const { authCookies } = await accounts.auth.$context;
  const prefix = `${authCookies.sessionToken.name}=`;
  const setCookies = headers.getSetCookie().filter((cookie) => cookie.startsWith(prefix));
  const value = setCookies.at(-1)?.slice(prefix.length).split(';', 1)[0] ?? '';
  const token = decodeURIComponent(value).split('.', 1)[0] ?? '';
  const found = await findSession(accounts.db, { token });
  if (found === undefined) throw new Problem('UNAUTHORIZED', 'Sign in again');
  return { ...found, setCookies };
}
