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

interface NewSession {
  /** 14 days by default. */
  readonly lifetimeSeconds?: number;
  /** Its refresh credential; without it, one that is never handed out. */
  readonly token?: string;
  readonly address?: string;
  readonly userAgent?: string;
}

/** A session that the library does not open, such as for the operator's provisioning; `db` may be the caller's transaction. */
export async function createDashboardSession(
  accounts: Accounts,
  user: Pick<User, 'id'>,
  {
    lifetimeSeconds = SESSION_SECONDS,
    token = randomBytes(32).toString('base64url'),
    address,
    userAgent,
  }: NewSession = {},
  db: Db = accounts.db,
): Promise<DashboardSession> {
  const row = await db
    .insertInto('dashboard_sessions')
    .values({
      id: newId(),
      user_id: user.id,
      token,
      expires_at: new Date(accounts.now() + lifetimeSeconds * 1000),
      address: address ?? null,
      user_agent: userAgent ?? null,
    })
    .returning(DASHBOARD_SESSION_COLUMNS)
    .executeTakeFirstOrThrow();
  return readDashboardSession(row);
}
