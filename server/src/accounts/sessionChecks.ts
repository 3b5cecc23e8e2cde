import { LRUCache } from 'lru-cache';
import type { User } from './User.ts';

/** How long a session's state is believed: a revocation elsewhere is felt after this at the latest. */
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

/** A small memory of session states: bounded, brief, and at once right about what this process ended itself. */
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
      // An ending that came while the database was being asked is the newer truth.
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
