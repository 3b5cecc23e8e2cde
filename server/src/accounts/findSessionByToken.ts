import type { DashboardSession } from './DashboardSession.ts';
import { readDashboardSession } from './DashboardSession.ts';
import type { Db } from '../db/Db.ts';
import { USER_COLUMNS, type User, readUser } from './User.ts';

/** The session of a refresh credential that the library has verified, and its user. */
export async function findSessionByToken(
  db: Db,
  token: string,
): Promise<{ user: User; session: DashboardSession } | undefined> {
  const row = await db
    .selectFrom('dashboard_sessions as session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .where('session.token', '=', token)
    .select(USER_COLUMNS)
    .select([
      'session.id as session_id',
      'session.expires_at',
      'session.created_at as session_created_at',
      'session.address',
      'session.user_agent',
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const session = {
    ...row,
    id: row.session_id,
    user_id: row.id,
    created_at: row.session_created_at,
  };
  return { user: readUser(row), session: readDashboardSession(session) };
}
