import type { Accounts } from '../createAccounts.ts';
import { type User, USER_COLUMNS, readUser } from './User.ts';

/** Changes the name; other sessions see it within seconds. */
export async function updateUser(
  accounts: Accounts,
  user: Pick<User, 'id'>,
  change: { readonly name: string },
): Promise<User> {
  const row = await accounts.db
    .updateTable('users')
    .set({ name: change.name.trim(), updated_at: new Date(accounts.now()) })
    .where('id', '=', user.id)
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
  return readUser(row);
}
