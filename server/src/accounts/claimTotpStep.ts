import { createHmac } from 'node:crypto';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Accounts } from './createAccounts.ts';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the current one whose codes are taken: those that the library takes. */
const WINDOW = [-1, 0, 1];

/** `wrong`: no code of this moment; `used`: the code, or a later one, was accepted before. */
export type TotpClaim = 'claimed' | 'used' | 'wrong';

/**
 * Marks the step of a right code as used, so that each code is good once (RFC 6238, 5.2): one conditional
 * update, by which of two sign-ins with the same code one wins.
 */
export async function claimTotpStep(
  accounts: Accounts,
  userId: string,
  code: string,
): Promise<TotpClaim> {
  const { db, auth } = accounts;
  const row = await db
    .selectFrom('two_factors')
    .select(['id', 'secret'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return 'wrong';
  const { secretConfig: key } = await auth.$context;
  const secret = await symmetricDecrypt({ key, data: row.secret });
  // The clock of the library, which looks at the code next.
  const current = Math.floor(Date.now() / 1000 / STEP_SECONDS);
  const step = WINDOW.map((offset) => current + offset).findLast(
    (each) => totpCode(secret, each) === code,
  );
  if (step === undefined) return 'wrong';
  const claimed = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('id', '=', row.id)
    .where((known) => known.or([known('last_step', 'is', null), known('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return claimed === undefined ? 'used' : 'claimed';
}

/** The code of a step (RFC 4226, 5.3). */
function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}
