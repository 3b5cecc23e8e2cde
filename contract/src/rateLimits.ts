import type { LimitClass } from './operation.ts';

/** Seconds of a window. */
export const RATE_WINDOW = 60;

/**
 * Requests a window (DECISIONS 7). `caller`: for each application key, or each signed-in user;
 * `address`: for each client address, an IPv6 network of 64 bits counting as one; `callerAndAddress`: for
 * each key at each address, as all phones of an app share one key.
 */
export const RATE_LIMITS = {
  public: { requests: 120, per: 'address' },
  read: { requests: 600, per: 'caller' },
  create: { requests: 300, per: 'caller' },
  telemetry: { requests: 600, per: 'callerAndAddress' },
  signIn: { requests: 10, per: 'address' },
} as const satisfies Record<
  Exclude<LimitClass, 'none'>,
  { requests: number; per: 'caller' | 'address' | 'callerAndAddress' }
>;

export type RateClass = keyof typeof RATE_LIMITS;
