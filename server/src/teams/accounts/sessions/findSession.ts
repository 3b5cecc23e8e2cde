import type { DashboardSession } from './DashboardSession.ts';
import { readDashboardSession } from './DashboardSession.ts';
import type { Db } from '#platform/db/Db.ts';
import { USER_COLUMNS, type User, readUser } from '../users/User.ts';

/** A session and its user, by its id or by its refresh credential, whose signature the caller has verified. */
export async function findSession(
  db: Db,
  by: { readonly id: string } | { readonly token: string },
): Promise<{ user: User; session: DashboardSession } | undefined> {
  const [column, value] =
    'id' in by ? (['session.id', by.id] as const) : (['session.token', by.token] as const);
  const row = await db
    .selectFrom('dashboard_sessions as session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .where(column, '=', value)
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
