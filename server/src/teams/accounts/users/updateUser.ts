import type { Accounts } from '../createAccounts.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { checkName } from './checkName.ts';
import { type User, USER_COLUMNS, readUser } from './User.ts';

/** Changes the name; other sessions see it within seconds. VALIDATION_ERROR for another one that mails must not have. */
export async function updateUser(
  accounts: Accounts,
  user: Pick<User, 'id' | 'name'>,
  change: { readonly name: string },
): Promise<User> {
  const findings = change.name.trim() === user.name ? [] : checkName('name', change.name);
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  const row = await accounts.db
    .updateTable('users')
    .set({ name: change.name.trim(), updated_at: new Date(accounts.now()) })
    .where('id', '=', user.id)
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
  return readUser(row);
}
