import type { Accounts } from './createAccounts.ts';
import type { User } from './User.ts';

/** Ends every session of the person but this one; answers how many. */
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
