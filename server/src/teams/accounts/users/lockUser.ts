import type { Db } from '#platform/db/Db.ts';
import type { User } from './User.ts';

/** Until the transaction ends, no other one changes which passkeys the person has. */
export async function lockUser(tx: Db, user: Pick<User, 'id'>): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
}
