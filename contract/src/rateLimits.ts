import type { LimitClass } from './operation.ts';

const MINUTE = 60;
const HOUR = 3600;

/**
 * Requests a window (Rule: limits), which is so many seconds long. `caller`: for each application key, or each
 * signed-in user; `address`: for each client address, an IPv6 network of 64 bits counting as one;
 * `callerAndAddress`: for each key at each address, as all phones of an app share one key. Those of sign-in
 * come on top of that of the address: `site`: for each IPv6 network of 48 bits; `account`: for each e-mail
 * address that someone tries to sign in with; `mailbox`: for each one that mails are sent to.
 */
export const RATE_LIMITS = {
  public: { requests: 120, seconds: MINUTE, per: 'address' },
  read: { requests: 600, seconds: MINUTE, per: 'caller' },
  create: { requests: 300, seconds: MINUTE, per: 'caller' },
  telemetry: { requests: 600, seconds: MINUTE, per: 'callerAndAddress' },
  signIn: { requests: 10, seconds: MINUTE, per: 'address' },
  signInSite: { requests: 100, seconds: MINUTE, per: 'site' },
  account: { requests: 30, seconds: HOUR, per: 'account' },
  mailbox: { requests: 3, seconds: HOUR, per: 'mailbox' },
} as const satisfies Record<
  Exclude<LimitClass, 'none'> | 'signInSite' | 'account' | 'mailbox',
  {
    requests: number;
    seconds: number;
    per: 'caller' | 'address' | 'callerAndAddress' | 'site' | 'account' | 'mailbox';
  }
>;

export type RateClass = keyof typeof RATE_LIMITS;
