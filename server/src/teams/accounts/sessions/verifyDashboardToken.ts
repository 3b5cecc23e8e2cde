import { errors, jwtVerify } from 'jose';
import { Problem } from '#platform/lib/Problem.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import type { Accounts } from '../createAccounts.ts';
import type { SessionCheck } from './sessionChecks.ts';
import { USER_COLUMNS, type User, readUser } from '../users/User.ts';

/** The signed-in person that the authentication of a dashboard operation yields. */
export interface DashboardCaller {
  readonly user: User;
  readonly sessionId: string;
}

/**
 * The caller identified by a bearer token. UNAUTHORIZED for anything that this service did not sign for this
 * purpose, for an expired token, and for one whose session has ended (noticed within 3 seconds, immediately
 * in this process).
 */
export async function verifyDashboardToken(
  accounts: Accounts,
  token: string,
): Promise<DashboardCaller> {
  const { sub, sid } = await readClaims(accounts, token);
  const { live } =
    accounts.sessionChecks.find(sid) ??
    accounts.sessionChecks.keep(sid, await findLive(accounts, sid));
  if (live === undefined || live.user.id !== sub || live.expiresAt.getTime() <= accounts.now()) {
    throw ended();
  }
  return { user: live.user, sessionId: sid };
}

async function readClaims(
  accounts: Accounts,
  token: string,
): Promise<{ sub: string; sid: string }> {
  const { payload } = await verifyByAny(accounts, token).catch((error: unknown) => {
    throw error instanceof errors.JWTExpired ? ended() : invalid();
  });
  const { sub, sid } = payload;
  if (typeof sub !== 'string' || typeof sid !== 'string' || !UUID_PATTERN.test(sid))
    throw invalid();
  return { sub, sid };
}

/** A token is valid for an hour, so the key of a previous SECRET is soon no longer tried. */
async function verifyByAny({ tokenKeys, now }: Accounts, token: string) {
  const options = {
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    currentDate: new Date(now()),
  };
  const [current, ...former] = tokenKeys;
  let attempt = jwtVerify(token, current, options);
  for (const key of former) {
    attempt = attempt.catch((error: unknown) => {
      if (error instanceof errors.JWSSignatureVerificationFailed)
        return jwtVerify(token, key, options);
      throw error;
    });
  }
  return attempt;
}

async function findLive(accounts: Accounts, sessionId: string): Promise<SessionCheck['live']> {
  const row = await accounts.db
    .selectFrom('dashboard_sessions as session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .where('session.id', '=', sessionId)
    .select(USER_COLUMNS)
    .select('session.expires_at')
    .executeTakeFirst();
  return row && { user: readUser(row), expiresAt: row.expires_at };
}

function invalid(): Problem {
  return new Problem('UNAUTHORIZED', 'Dashboard session token invalid');
}

function ended(): Problem {
  return new Problem('UNAUTHORIZED', 'Dashboard session ended; sign in again');
}
