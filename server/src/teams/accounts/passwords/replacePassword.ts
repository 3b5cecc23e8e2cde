import type { Kysely } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { newId } from '#platform/lib/uuid.ts';
import { checkPassword } from './checkPassword.ts';
import type { Accounts } from '../createAccounts.ts';
import type { User } from '../users/User.ts';

export interface Replacement {
  readonly password: string;
  /** Removes the second factor, for a person who has lost their phone too: the password alone then suffices. */
  readonly removeSecondFactor: boolean;
}

/**
 * Gives a person a new password on the operator's behalf, ends every session and every emailed link, and removes every
 * passkey: the account is given anew. Returns how many sessions and passkeys there were. Someone who had only signed in through a provider can use the password from then on.
 */
export async function replacePassword(
  { db, auth }: { readonly db: Kysely<Database>; readonly auth: Accounts['auth'] },
  user: Pick<User, 'id'>,
  { password, removeSecondFactor }: Replacement,
): Promise<{ sessions: number; passkeys: number }> {
  checkPassword(password);
  const { password: hasher } = await auth.$context;
  const hash = await hasher.hash(password);
  return db.transaction().execute(async (tx) => {
    const now = new Date();
    await tx
      .insertInto('user_accounts')
      .values({
        id: newId(),
        user_id: user.id,
        provider_id: 'credential',
        account_id: user.id,
        password: hash,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['provider_id', 'account_id'])
          .doUpdateSet({ password: hash, updated_at: now }),
      )
      .execute();
    if (removeSecondFactor) {
      await tx.deleteFrom('two_factors').where('user_id', '=', user.id).execute();
      await tx
        .updateTable('users')
        .set({ two_factor_enabled: false, updated_at: now })
        .where('id', '=', user.id)
        .execute();
    }
    // The person's password reset tokens, sign-ins waiting for their second factor, and passkeys about to be added.
    await tx.deleteFrom('verifications').where('value', '=', user.id).execute();
    const ended = await tx
      .deleteFrom('dashboard_sessions')
      .where('user_id', '=', user.id)
      .returning('id')
      .execute();
    const removed = await tx
      .deleteFrom('passkeys')
      .where('user_id', '=', user.id)
      .returning('id')
      .execute();
    return { sessions: ended.length, passkeys: removed.length };
  });
}
