import type { Accounts } from '../createAccounts.ts';
import {
  DASHBOARD_SESSION_COLUMNS,
  type DashboardSession,
  readDashboardSession,
} from './DashboardSession.ts';
import type { User } from '../users/User.ts';

/** The user's active sessions, newest first. */
export async function listDashboardSessions(
  accounts: Accounts,
  user: Pick<User, 'id'>,
): Promise<DashboardSession[]> {
  const rows = await accounts.db
    .selectFrom('dashboard_sessions')
    .select(DASHBOARD_SESSION_COLUMNS)
    .where('user_id', '=', user.id)
    .where('expires_at', '>', new Date(accounts.now()))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(readDashboardSession);
}
