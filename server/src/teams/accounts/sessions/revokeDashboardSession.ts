import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import type { Accounts } from '../createAccounts.ts';
import type { User } from '../users/User.ts';

/**
 * Ends a session of this user: immediately for refreshing and in this process, within 3 seconds for
 * bearer tokens in others. False if the user has no such session.
 */
export async function revokeDashboardSession(
  accounts: Accounts,
  user: Pick<User, 'id'>,
  sessionId: string,
): Promise<boolean> {
  if (!UUID_PATTERN.test(sessionId)) return false;
  const row = await accounts.db
    .deleteFrom('dashboard_sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', user.id)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  accounts.sessionChecks.end(row.id);
  return true;
}
