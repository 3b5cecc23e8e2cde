const MINUTE = 60;
const HOUR = 3600;

/** How many times a budget per client address a publishable key may use at all addresses together. */
const FUSE = 20;

/**
 * Requests a window (Rule: limits), which is so many seconds long. `caller`: for each secret key and each signed-in
 * user, and for each publishable key at each client address, because everyone who has the app has its key; `address`:
 * for each client address, an IPv6 network of 64 bits counting as one; `callerAndAddress`: for each key at each
 * address; `installation`: for each holder of a valid installation token, instead of key and address. Fuses come on top:
 * for each publishable key, or at each address for calls with a token. So do those of sign-in: `site`: for each IPv6
 * network of 48 bits; `account`: failed tries for each e-mail address that someone tries to sign in with; `mailbox`: for
 * each one that mails are sent to.
 */
export const RATE_LIMITS = {
  public: { requests: 120, seconds: MINUTE, per: 'address' },
  read: { requests: 600, seconds: MINUTE, per: 'caller' },
  create: { requests: 300, seconds: MINUTE, per: 'caller' },
  telemetry: { requests: 600, seconds: MINUTE, per: 'callerAndAddress' },
  installation: { requests: 300, seconds: MINUTE, per: 'installation' },
  readFuse: { requests: FUSE * 600, seconds: MINUTE, per: 'fuse' },
  createFuse: { requests: FUSE * 300, seconds: MINUTE, per: 'fuse' },
  telemetryFuse: { requests: FUSE * 600, seconds: MINUTE, per: 'fuse' },
  documents: { requests: 120, seconds: MINUTE, per: 'address' },
  signIn: { requests: 10, seconds: MINUTE, per: 'address' },
  signInSite: { requests: 100, seconds: MINUTE, per: 'site' },
  account: { requests: 30, seconds: HOUR, per: 'account' },
  mailbox: { requests: 3, seconds: HOUR, per: 'mailbox' },
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
      | 'site'
      | 'account'
      | 'mailbox';
  }
>;

export type RateClass = keyof typeof RATE_LIMITS;
