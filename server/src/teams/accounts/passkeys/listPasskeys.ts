import type { Db } from '#platform/db/Db.ts';
import type { User } from '../users/User.ts';
import { type Passkey, PASSKEY_COLUMNS, readPasskey } from './Passkey.ts';

/** The person's passkeys, newest first. */
export async function listPasskeys(db: Db, user: Pick<User, 'id'>): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(PASSKEY_COLUMNS)
    .where('user_id', '=', user.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(readPasskey);
}
