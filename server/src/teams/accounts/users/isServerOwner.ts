import type { Db } from '#platform/db/Db.ts';
import { readEmail } from './normaliseEmail.ts';
import type { User } from './User.ts';

/** Whether a person runs this server: the account of ADMIN_EMAIL, else the oldest one. */
export async function isServerOwner(
  db: Db,
  user: Pick<User, 'id' | 'email' | 'emailVerified'>,
  adminEmail: string | undefined,
): Promise<boolean> {
  if (adminEmail !== undefined) return user.emailVerified && user.email === readEmail(adminEmail);
  const first = await db
    .selectFrom('users')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.id === user.id;
}
