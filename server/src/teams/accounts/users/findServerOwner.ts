import type { Db } from '#platform/db/Db.ts';
import { findUser } from './findUser.ts';
import { USER_COLUMNS, type User, readUser } from './User.ts';

/** The account of ADMIN_EMAIL, else the oldest one; undefined while there is none. */
export async function findServerOwner(
  db: Db,
  adminEmail: string | undefined,
): Promise<User | undefined> {
  if (adminEmail !== undefined) return findUser(db, { email: adminEmail });
  const row = await db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && readUser(row);
}
