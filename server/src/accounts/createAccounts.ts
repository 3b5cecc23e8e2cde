import { deriveKey } from '../lib/deriveKey.ts';
import type { Log } from '../lib/Log.ts';
import type { Mail, MailMessage } from '../lib/Mail.ts';
import { type Auth, type OidcOptions, configureAuth } from './configureAuth.ts';
import { type SessionChecks, createSessionChecks } from './sessionChecks.ts';
import type { Db } from '../db/Db.ts';

export interface AccountsOptions {
  readonly db: Db;
  /** The instance's SECRET; every key is derived from it under a label of its own. */
  readonly secret: string;
  /** Origin of the dashboard; decides cookies, trusted origins and addresses in mails. */
  readonly publicUrl: string;
  readonly mail: Mail;
  readonly oidc?: OidcOptions | undefined;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** People, their credentials and their dashboard sessions: the configured library and what our verbs need. */
export interface Accounts extends AsyncDisposable {
  readonly db: Db;
  readonly auth: Auth;
  /** Signs dashboard session tokens and nothing else. */
  readonly tokenKey: Uint8Array;
  readonly sessionChecks: SessionChecks;
  readonly publicUrl: string;
  readonly oidc: OidcOptions | undefined;
  readonly now: () => number;
}

/** Disposing waits for mails that are on their way; the database and the mail port stay the caller's. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { db, secret, publicUrl, mail, log, now = Date.now } = options;
  const underway = new Set<Promise<unknown>>();
  const sessionChecks = createSessionChecks(now);
  const runInBackground = (work: Promise<unknown>) => {
    const settled = work
      .catch((error: unknown) =>
        log.error({ err: error }, 'Work of accounts in the background failed'),
      )
      .finally(() => underway.delete(settled));
    underway.add(settled);
  };
  const auth = configureAuth({
    db,
    secret: Buffer.from(deriveKey(secret, 'fairlead accounts library v1')).toString('base64url'),
    publicUrl,
    oidc: options.oidc,
    sendMail: (message: MailMessage) => mail.send(message),
    runInBackground,
    onSessionEnd: (id) => sessionChecks.end(id),
    log,
  });
  return {
    db,
    auth,
    tokenKey: deriveKey(secret, 'fairlead dashboard session token v1'),
    sessionChecks,
    publicUrl,
    oidc: options.oidc,
    now,
    async [Symbol.asyncDispose]() {
      while (underway.size > 0) await Promise.all(underway);
    },
  };
}
