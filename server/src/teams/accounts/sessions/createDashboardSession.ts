import { randomBytes } from 'node:crypto';
import { newId } from '#platform/lib/uuid.ts';
import type { Accounts } from '../createAccounts.ts';
import { SESSION_SECONDS } from '../configureAuth.ts';
import {
  DASHBOARD_SESSION_COLUMNS,
  type DashboardSession,
  readDashboardSession,
} from './DashboardSession.ts';
import type { Db } from '#platform/db/Db.ts';
import type { User } from '../users/User.ts';

/**
 * A session without a sign-in, for the operator's provisioning; `db` may be the caller's transaction.
 * `lifetimeSeconds` is 14 days by default. Its refresh credential is never handed out.
 */
export async function createDashboardSession(
  accounts: Accounts,
  user: Pick<User, 'id'>,
  {
    lifetimeSeconds = SESSION_SECONDS,
    userAgent,
  }: { lifetimeSeconds?: number; userAgent?: string } = {},
  db: Db = accounts.db,
): Promise<DashboardSession> {
  const row = await db
    .insertInto('dashboard_sessions')
    .values({
      id: newId(),
      user_id: user.id,
      token: randomBytes(32).toString('base64url'),
      expires_at: new Date(accounts.now() + lifetimeSeconds * 1000),
      user_agent: userAgent ?? null,
    })
    .returning(DASHBOARD_SESSION_COLUMNS)
    .executeTakeFirstOrThrow();
  return readDashboardSession(row);
}
