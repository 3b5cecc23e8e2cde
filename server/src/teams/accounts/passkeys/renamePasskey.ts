import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { User } from '../users/User.ts';
import { type Passkey, PASSKEY_COLUMNS, readPasskey } from './Passkey.ts';

/** NOT_FOUND for another person's. */
export async function renamePasskey(
  db: Db,
  user: Pick<User, 'id'>,
  id: string,
  name: string,
): Promise<Passkey> {
  const row = await db
    .updateTable('passkeys')
    .set({ name: name.trim() })
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .returning(PASSKEY_COLUMNS)
    .executeTakeFirst();
  if (row === undefined) throw new Problem('NOT_FOUND', 'Passkey not found');
  return readPasskey(row);
}
