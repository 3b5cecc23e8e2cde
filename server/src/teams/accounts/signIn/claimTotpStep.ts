import { createHmac } from 'node:crypto';
import type { Accounts } from '../createAccounts.ts';
import { unseal } from '../seal.ts';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps around the current one whose codes are accepted: the same as the library accepts. */
const WINDOW = [-1, 0, 1];

/** `wrong`: not a currently valid code; `used`: this code, or a later one, was accepted before. */
export type TotpClaim = 'claimed' | 'used' | 'wrong';

/**
 * Marks the step of a correct code as used, so that each code works once (RFC 6238, 5.2): a single
 * conditional update, so that of two sign-ins with the same code only one succeeds.
 */
export async function claimTotpStep(
  accounts: Accounts,
  userId: string,
  code: string,
): Promise<TotpClaim> {
  const { db } = accounts;
  const row = await db
    .selectFrom('two_factors')
    .select(['id', 'secret'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return 'wrong';
  const secret = await unseal(accounts, row.secret);
  if (secret === undefined) {
    throw new Error('A second factor is encrypted with a SECRET that is no longer configured');
  }
  // The clock of the library, which checks the code next.
  const current = Math.floor(Date.now() / 1000 / STEP_SECONDS);
  const step = WINDOW.map((offset) => current + offset).findLast(
    (step) => totpCode(secret, step) === code,
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
