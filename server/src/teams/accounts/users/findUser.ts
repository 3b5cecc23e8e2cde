import type { Db } from '#platform/db/Db.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import { readEmail } from './normaliseEmail.ts';
import { USER_COLUMNS, type User, readUser } from './User.ts';

/** By id, or by email, ignoring case. */
export async function findUser(
  db: Db,
  by: { readonly id: string } | { readonly email: string },
): Promise<User | undefined> {
  const [column, value] =
    'id' in by
      ? (['id', UUID_PATTERN.test(by.id) ? by.id : undefined] as const)
      : (['email', readEmail(by.email)] as const);
  if (value === undefined) return undefined;
  const row = await db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where(column, '=', value)
    .executeTakeFirst();
  return row && readUser(row);
}
