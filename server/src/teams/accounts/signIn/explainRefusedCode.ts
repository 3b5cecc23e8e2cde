import { Problem } from '#platform/lib/Problem.ts';
import type { Accounts } from '../createAccounts.ts';

/**
 * Rethrows why a code was refused. If the second factor is locked, when not even the right code helps, it
 * says for how long and what else that may mean. Only for someone who has given the password.
 */
export async function explainRefusedCode(
  { db, now }: Accounts,
  userId: string,
  refusal: unknown,
): Promise<never> {
  if (!(refusal instanceof Problem) || refusal.code !== 'UNAUTHORIZED') throw refusal;
  const row = await db
    .selectFrom('two_factors')
    .select('locked_until')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const left = (row?.locked_until?.getTime() ?? 0) - now();
  if (left <= 0) throw refusal;
  const minutes = Math.ceil(left / 60_000);
  throw new Problem(
    'UNAUTHORIZED',
    `Too many wrong codes: no code is taken for ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, ` +
      'not even the right one; try again then. If the tries were not yours, someone knows your ' +
      'password: set a new one',
  );
}
