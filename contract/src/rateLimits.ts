const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** A publishable key may use this many times the budget of one client IP address, over all addresses together. */
const FUSE = 20;

/**
 * Requests per window (Rule: limits) of that many seconds, counted by:
 * - `caller`: secret key or signed-in user; a publishable key and client IP address, since everyone who has the app has
 *   its key.
 * - `address`: client IP address; an IPv6 /64 network counts as one.
 * - `callerAndAddress`: key and client IP address; for `testCode`, in addition, wrong codes only.
 * - `installation`: holder of a valid installation token, instead of key and address.
 * - `fuse`, in addition: publishable key, or client IP address for calls with a token.
 * - `server`, in addition: all callers of the public doctor page together, because each call makes this server call others.
 * - For sign-in, in addition: `site`: IPv6 /48 network; `account`: email, failed attempts only; `mailbox`: recipient of
 *   emails.
 * - For invitations, in addition, since they are mailed to strangers: `inviter` and `project`.
 */
export const RATE_LIMITS = {
  public: { requests: 120, seconds: MINUTE, per: 'address' },
  read: { requests: 600, seconds: MINUTE, per: 'caller' },
  create: { requests: 300, seconds: MINUTE, per: 'caller' },
  telemetry: { requests: 600, seconds: MINUTE, per: 'callerAndAddress' },
  events: { requests: 60, seconds: MINUTE, per: 'callerAndAddress' },
  installation: { requests: 300, seconds: MINUTE, per: 'installation' },
  readFuse: { requests: FUSE * 600, seconds: MINUTE, per: 'fuse' },
  createFuse: { requests: FUSE * 300, seconds: MINUTE, per: 'fuse' },
  telemetryFuse: { requests: FUSE * 600, seconds: MINUTE, per: 'fuse' },
  doctor: { requests: 6, seconds: MINUTE, per: 'address' },
  doctorServer: { requests: 60, seconds: MINUTE, per: 'server' },
  documents: { requests: 120, seconds: MINUTE, per: 'address' },
  source: { requests: 6000, seconds: MINUTE, per: 'address' },
  signIn: { requests: 10, seconds: MINUTE, per: 'address' },
  signInSite: { requests: 100, seconds: MINUTE, per: 'site' },
  testCode: { requests: 10, seconds: MINUTE, per: 'callerAndAddress' },
  account: { requests: 30, seconds: HOUR, per: 'account' },
  mailbox: { requests: 3, seconds: HOUR, per: 'mailbox' },
  invitations: { requests: 50, seconds: DAY, per: 'inviter' },
  projectInvitations: { requests: 100, seconds: DAY, per: 'project' },
} as const satisfies Record<
  string,
  {
    requests: number;
    seconds: number;
    per:
      | 'caller'
      | 'address'
      | 'callerAndAddress'
      | 'installation'
      | 'fuse'
      | 'server'
      | 'site'
      | 'account'
      | 'mailbox'
      | 'inviter'
      | 'project';
  }
>;

export type RateClass = keyof typeof RATE_LIMITS;
