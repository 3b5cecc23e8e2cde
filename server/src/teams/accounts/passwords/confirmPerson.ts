import { finding } from '@fairlead/contract/finding';
import { Problem } from '#platform/lib/Problem.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';
import type { Accounts } from '../createAccounts.ts';
import type { DashboardCaller } from '../sessions/verifyDashboardToken.ts';
import { findPasswordHash } from './findPasswordHash.ts';

/** How long after a sign-in someone without a password is believed to be the same person. */
const RECENT_MS = 10 * MINUTE_MS;

/**
 * Makes sure that it is still the person themselves who is at the keyboard: by their password, or by a recent sign-in if
 * they have none. VALIDATION_ERROR for a wrong password, FORBIDDEN for a sign-in too long ago.
 */
export async function confirmPerson(
  accounts: Accounts,
  { user, sessionId }: DashboardCaller,
  password: string | undefined,
): Promise<void> {
  const hash = await findPasswordHash(accounts.db, user);
  if (hash === undefined) return await assertRecent(accounts, sessionId);
  if (password === undefined) {
    throw new Problem('VALIDATION_ERROR', finding('password', 'required', 'password is required'));
  }
  if (await accounts.passwords.verify({ hash, password })) return;
  const message = 'password is not the password of this account';
  throw new Problem('VALIDATION_ERROR', finding('password', 'mismatch', message));
}

async function assertRecent({ db, now }: Accounts, sessionId: string): Promise<void> {
  const session = await db
    .selectFrom('dashboard_sessions')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (session !== undefined && now() - session.created_at.getTime() < RECENT_MS) return;
  throw new Problem(
    'FORBIDDEN',
    'Your account has no password, so this takes a sign-in of the last 10 minutes: sign out, sign in again and repeat it',
  );
}
