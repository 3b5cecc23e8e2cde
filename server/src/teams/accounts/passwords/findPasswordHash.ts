import type { Db } from '#platform/db/Db.ts';
import type { User } from '../users/User.ts';

/** Undefined for someone who signs in by other means alone. */
export async function findPasswordHash(
  db: Db,
  user: Pick<User, 'id'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_accounts')
    .select('password')
    .where('user_id', '=', user.id)
    .where('password', 'is not', null)
    .executeTakeFirst();
  return row?.password ?? undefined;
}
