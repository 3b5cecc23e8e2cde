import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '#platform/lib/Problem.ts';
import { SESSION_SECONDS } from '../configureAuth.ts';
import type { Accounts } from '../createAccounts.ts';

/** How long the previous credential still gets the current one. */
export const ROTATION_GRACE_MS = 30_000;
/** Separates a session's first credential, with which all its credentials begin, from the part that is new in each. */
const MARK = '~';

/**
 * Replaces the refresh credential `token`, whose signature has been verified, and extends its session. A tab
 * that sends the previous one within the grace period gets the successor that the first tab got; any other
 * old credential was copied by someone, so the session ends, for the thief and for the owner: UNAUTHORIZED.
 * Undefined if there is no such session.
 */
export async function rotateSession(
  accounts: Accounts,
  token: string,
): Promise<{ readonly sessionId: string; readonly token: string } | undefined> {
  const { db } = accounts;
  const now = accounts.now();
  const first = token.split(MARK, 1)[0] ?? '';
  const successor = `${first}${MARK}${randomBytes(24).toString('base64url')}`;
  const rotated = await db
    .updateTable('dashboard_sessions')
    .set({
      token: successor,
      previous_token: token,
      rotated_at: new Date(now),
      expires_at: new Date(now + SESSION_SECONDS * 1000),
      updated_at: new Date(now),
    })
    .where('token', '=', token)
    .where('expires_at', '>', new Date(now))
    .returning('id')
    .executeTakeFirst();
  if (rotated !== undefined) return { sessionId: rotated.id, token: successor };
  const session = await db
    .selectFrom('dashboard_sessions')
    .select(['id', 'user_id', 'token', 'previous_token', 'rotated_at'])
    .where(sql`split_part(token, ${sql.lit(MARK)}, 1)`, '=', first)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const age = now - (session.rotated_at?.getTime() ?? 0);
  if (session.previous_token === token && age < ROTATION_GRACE_MS) {
    return { sessionId: session.id, token: session.token };
  }
  await endReused(accounts, session);
  throw new Problem(
    'UNAUTHORIZED',
    'This session was ended, because a refresh cookie that had been replaced was used again; sign in again',
  );
}

async function endReused(
  { db, log, sessionChecks }: Accounts,
  session: { readonly id: string; readonly user_id: string },
): Promise<void> {
  await db.deleteFrom('dashboard_sessions').where('id', '=', session.id).execute();
  sessionChecks.end(session.id);
  log.warn(
    { sessionId: session.id, userId: session.user_id },
    'A refresh cookie that had been replaced was used again; the session was ended',
  );
}
