import { UUID_PATTERN } from '../lib/uuid.ts';
import type { AccountDatabase } from './tables.ts';
import { USER_COLUMNS, type User, readUser } from './User.ts';

/** By id, or by e-mail in whatever case it was typed. */
export async function findUser(
  db: AccountDatabase,
  by: { readonly id: string } | { readonly email: string },
): Promise<User | undefined> {
  if ('id' in by && !UUID_PATTERN.test(by.id)) return undefined;
  const users = db.selectFrom('users').select(USER_COLUMNS);
  const row = await (
    'id' in by
      ? users.where('id', '=', by.id)
      : users.where('email', '=', by.email.trim().toLowerCase())
  ).executeTakeFirst();
  return row && readUser(row);
}
