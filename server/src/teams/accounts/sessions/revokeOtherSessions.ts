import type { Accounts } from '../createAccounts.ts';
import type { User } from '../users/User.ts';

/** Ends all of the person's sessions except this one; returns how many. */
export async function revokeOtherSessions(
  accounts: Accounts,
  user: Pick<User, 'id'>,
  sessionId: string,
): Promise<number> {
  const rows = await accounts.db
    .deleteFrom('dashboard_sessions')
    .where('user_id', '=', user.id)
    .where('id', '<>', sessionId)
    .returning('id')
    .execute();
  for (const { id } of rows) accounts.sessionChecks.end(id);
  return rows.length;
}
