import { LRUCache } from 'lru-cache';
import type { User } from '../users/User.ts';

/** How long a session's state is cached: a revocation elsewhere takes effect after this at the latest. */
export const CHECK_LIFETIME_MS = 3000;
const MAX_CHECKS = 10_000;

/** What the database last said about a session; `undefined` inside means that it has ended. */
export interface SessionCheck {
  readonly live: { readonly user: User; readonly expiresAt: Date } | undefined;
  readonly checkedAt: number;
}

export interface SessionChecks {
  find(sessionId: string): SessionCheck | undefined;
  keep(sessionId: string, live: SessionCheck['live']): SessionCheck;
  end(sessionId: string): void;
}

/**
 * A small cache of session states: bounded, short-lived, and immediately correct about sessions that this process
 * ended.
 */
export function createSessionChecks(now: () => number): SessionChecks {
  const checks = new LRUCache<string, SessionCheck>({ max: MAX_CHECKS });
  const find = (sessionId: string) => {
    const check = checks.get(sessionId);
    if (check === undefined || Math.abs(now() - check.checkedAt) < CHECK_LIFETIME_MS) return check;
    checks.delete(sessionId);
    return undefined;
  };
  return {
    find,
    keep(sessionId, live) {
      // If the session was ended while the database was being asked, that is newer.
      const known = find(sessionId);
      if (known !== undefined && known.live === undefined) return known;
      const check = { live, checkedAt: now() };
      checks.set(sessionId, check);
      return check;
    },
    end(sessionId) {
      checks.set(sessionId, { live: undefined, checkedAt: now() });
    },
  };
}
