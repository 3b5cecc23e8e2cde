import { type LibraryKey, makeLibraryKey } from './libraryKeys.ts';
import { deriveKey } from '#platform/lib/deriveKey.ts';
import type { Log } from '#platform/ports/Log.ts';
import type { Mail, MailMessage } from '#platform/ports/Mail.ts';
import { type Auth, type OidcOptions, configureAuth } from './configureAuth.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/createPasswordHasher.ts';
import { type SessionChecks, createSessionChecks } from './sessions/sessionChecks.ts';
import type { Db } from '#platform/db/Db.ts';

export interface AccountsOptions {
  readonly db: Db;
  /** The instance's SECRET; every key is derived from it under its own label. */
  readonly secret: string;
  /** Previous values of SECRET, newest first: what they signed or encrypted is still accepted. */
  readonly previousSecrets?: readonly string[];
  /** Origin of the dashboard; determines cookies, trusted origins and URLs in emails. */
  readonly publicUrl: string;
  readonly mail: Mail;
  readonly oidc?: OidcOptions | undefined;
  readonly log: Log;
  /** What hashes passwords. Default: `slowHashes`. */
  readonly passwords?: PasswordHasher | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Factor for how many passwords may wait to be checked (`AppOptions.patience`). */
  readonly patience?: number;
}

/** People, their credentials and their dashboard sessions: the configured library and what our verbs need. */
export interface Accounts extends AsyncDisposable {
  readonly db: Db;
  readonly auth: Auth;
  /** Only for dashboard session tokens: the first signs, the others are accepted too. */
  readonly tokenKeys: readonly [Uint8Array, ...Uint8Array[]];
  /** The library's keys, in the same order. */
  readonly libraryKeys: readonly [LibraryKey, ...LibraryKey[]];
  readonly sessionChecks: SessionChecks;
  readonly passwords: PasswordHasher;
  readonly publicUrl: string;
  readonly oidc: OidcOptions | undefined;
  readonly log: Log;
  readonly now: () => number;
}

/** Disposing waits for emails being sent; the database and the mail port still belong to the caller. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { db, secret, publicUrl, mail, log, now = Date.now } = options;
  const previous = options.previousSecrets ?? [];
  const libraryKeys = [makeLibraryKey(secret), ...previous.map(makeLibraryKey)] as const;
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
  const passwords = createPasswordHasher(options.passwords, options.patience);
  const auth = configureAuth({
    db,
    keys: libraryKeys,
    publicUrl,
    oidc: options.oidc,
    sendMail: (message: MailMessage) => mail.send(message),
    runInBackground,
    onSessionEnd: (id) => sessionChecks.end(id),
    log,
    passwords,
  });
  return {
    db,
    auth,
    tokenKeys: [makeTokenKey(secret), ...previous.map(makeTokenKey)],
    libraryKeys,
    sessionChecks,
    passwords,
    publicUrl,
    oidc: options.oidc,
    log,
    now,
    async [Symbol.asyncDispose]() {
      while (underway.size > 0) await Promise.all(underway);
    },
  };
}

function makeTokenKey(secret: string): Uint8Array {
  return deriveKey(secret, 'fairlead dashboard session token v1');
}
