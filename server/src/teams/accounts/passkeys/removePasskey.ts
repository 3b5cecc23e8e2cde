import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Accounts } from '../createAccounts.ts';
import type { User } from '../users/User.ts';
import { lockUser } from '../users/lockUser.ts';

/** Sessions that it has opened continue. NOT_FOUND for another person's, CONFLICT for the last way into the account. */
export async function removePasskey(
  accounts: Accounts,
  user: Pick<User, 'id'>,
  id: string,
): Promise<void> {
  await accounts.db.transaction().execute(async (tx) => {
    // Two removals at once must not each take the other's passkey for the way that is left.
    await lockUser(tx, user);
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst();
    if (removed === undefined) throw new Problem('NOT_FOUND', 'Passkey not found');
    if (await canSignIn(accounts, tx, user)) return;
    throw new Problem(
      'CONFLICT',
      'This passkey is the only way into your account. Set a password first, by “Forgot your password?” on the sign-in page, or add another passkey',
    );
  });
}

async function canSignIn(
  { oidc }: Pick<Accounts, 'oidc'>,
  db: Db,
  user: Pick<User, 'id'>,
): Promise<boolean> {
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (passkey !== undefined) return true;
  const account = await db
    .selectFrom('user_accounts')
    .select('id')
    .where('user_id', '=', user.id)
    .where((any) =>
      any.or([any('password', 'is not', null), any('provider_id', '=', oidc?.id ?? '')]),
    )
    .executeTakeFirst();
  return account !== undefined;
}
