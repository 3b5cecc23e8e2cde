import type { Db } from '../db/Db.ts';

/** The address of whoever runs this server: ADMIN_EMAIL, else that of the account that was made first. */
export async function findServerOwner(
  db: Db,
  adminEmail: string | undefined,
): Promise<string | undefined> {
  if (adminEmail !== undefined) return adminEmail;
  const first = await db
    .selectFrom('users')
    .select('email')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.email;
}
