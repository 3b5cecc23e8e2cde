import { BetterAuthError, betterAuth } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { genericOAuth, twoFactor } from 'better-auth/plugins';
import type { Log } from '#platform/ports/Log.ts';
import type { MailMessage } from '#platform/ports/Mail.ts';
import { newId } from '#platform/lib/uuid.ts';
import {
  accountNames,
  sessionNames,
  twoFactorNames,
  userNames,
  verificationNames,
} from './authNames.ts';
import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  checkPassword,
} from './passwords/checkPassword.ts';
import { nameInMail } from './users/checkName.ts';
import { renderPasswordReset, renderVerification } from './users/accountMails.ts';
import { type LibraryKey, versionsOf } from './libraryKeys.ts';
import type { PasswordHasher } from './passwords/createPasswordHasher.ts';
import type { Db } from '#platform/db/Db.ts';

/** The IP address that our own HTTP layer vouches for; never a header from outside. */
export const CLIENT_ADDRESS_HEADER = 'x-fairlead-client-address';
/** Where the library's own routes are, and the only path its cookies are sent to. */
export const AUTH_PATH = '/api/v1/session';
export const SESSION_SECONDS = 14 * 24 * 3600;
const SESSION_RENEWAL_SECONDS = 24 * 3600;
const RESET_SECONDS = 3600;

/** Sign-in through an OpenID Connect provider that the operator configures. */
export interface OidcOptions {
  /** Names the provider in the callback: `{publicUrl}/api/v1/session/callback/{id}`. */
  readonly id: string;
  /** Shown on the sign-in button. */
  readonly name: string;
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether an unknown person gets an account; otherwise only known, verified emails can sign in. */
  readonly createsUsers: boolean;
  /** Whether the provider is trusted to have asked for a second factor; otherwise ours is asked for after it. */
  readonly replacesSecondFactor: boolean;
}

export interface AuthOptions {
  readonly db: Db;
  /** The first signs and encrypts; what the others signed or encrypted is still accepted. */
  readonly keys: readonly [LibraryKey, ...LibraryKey[]];
  readonly publicUrl: string;
  readonly oidc: OidcOptions | undefined;
  readonly sendMail: (message: MailMessage) => Promise<void>;
  readonly runInBackground: (work: Promise<unknown>) => void;
  readonly onSessionEnd: (sessionId: string) => void;
  readonly log: Log;
  readonly passwords: PasswordHasher;
}

export type Auth = ReturnType<typeof configureAuth>;

/**
 * better-auth as this service uses it (ADR 5). Users come from the operator and from invitations, so its
 * public sign-up is off; sign-in limits are enforced by the HTTP layer (Rule: limits); no telemetry is sent.
 */
export function configureAuth(options: AuthOptions) {
  const { db, publicUrl, oidc } = options;
  return betterAuth({
    appName: 'Fairlead',
    baseURL: publicUrl,
    basePath: AUTH_PATH,
    // The list, not `secret`: encrypted values name their key, so SECRET can be replaced.
    secrets: versionsOf(options.keys),
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: libraryLog(options.log),
    user: userNames,
    session: { ...sessionNames, expiresIn: SESSION_SECONDS, updateAge: SESSION_RENEWAL_SECONDS },
    account: { ...accountNames, encryptOAuthTokens: true },
    verification: { ...verificationNames, storeIdentifier: 'hashed' },
    emailAndPassword: passwordOptions(options),
    emailVerification: verificationOptions(options),
    plugins: [secondFactor(oidc), ...(oidc === undefined ? [] : [openIdConnect(oidc)])],
    hooks: { before: newPasswordRules },
    databaseHooks: {
      // Of whoever signs in by an external provider, who is not kept out for it.
      user: {
        create: {
          before: async (user) => ({ data: { ...user, name: nameInMail(user.name, 'Someone') } }),
        },
      },
      session: { delete: { after: async (session) => options.onSessionEnd(session.id) } },
    },
    advanced: {
      cookiePrefix: 'fairlead',
      useSecureCookies: publicUrl.startsWith('https://'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: AUTH_PATH },
      // Lax is for the return from an external sign-in; the refresh credential never crosses sites.
      cookies: { session_token: { attributes: { sameSite: 'strict' } } },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      backgroundTasks: { handler: options.runInBackground },
      // Migrations are numbered and tested against this mapping; no introspection at each start.
      database: { generateId: () => newId(), validateSchema: false },
    },
  });
}

/**
 * Only failures are logged as errors. A wrong password is a warning in the library and not worth logging,
 * and what it refuses, such as an unexpected state, is the caller's fault: anyone can send that.
 */
function libraryLog(log: Log) {
  return {
    level: 'warn' as const,
    log: (level: string, message: string, ...details: unknown[]) => {
      const err = details.find((detail) => detail instanceof Error);
      if (level === 'error' && !isRefusal(err)) log.error({ err }, message);
      else log.info({ err }, message);
    },
  };
}

function isRefusal(err: Error | undefined): boolean {
  return err === undefined || isAPIError(err) || err instanceof BetterAuthError;
}

function passwordOptions({ publicUrl, sendMail, passwords }: AuthOptions) {
  return {
    enabled: true,
    disableSignUp: true,
    password: passwords,
    minPasswordLength: MIN_PASSWORD_LENGTH,
    maxPasswordLength: MAX_PASSWORD_LENGTH,
    resetPasswordTokenExpiresIn: RESET_SECONDS,
    // People may reset a password because someone else knows it.
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: ({ user, token }: MailedToken) =>
      sendMail(renderPasswordReset(user.email, pageWithToken(publicUrl, '/reset-password', token))),
  };
}

function verificationOptions({ publicUrl, sendMail }: AuthOptions) {
  return {
    sendVerificationEmail: ({ user, token }: MailedToken) =>
      sendMail(renderVerification(user.email, pageWithToken(publicUrl, '/verify-email', token))),
  };
}

interface MailedToken {
  readonly user: { readonly email: string };
  readonly token: string;
}

/**
 * Links in emails lead to a page of the dashboard, which calls the API: a mail scanner that opens links does not use up
 * the token.
 */
function pageWithToken(publicUrl: string, path: string, token: string): string {
  const page = new URL(path, publicUrl);
  page.searchParams.set('token', token);
  return page.href;
}

/** The library's route to which a provider sends people back. */
const CALLBACK_ROUTE = '/callback/:id';

/**
 * The library asks for the second factor only after a password. Its hook does the same on the return from a
 * provider (a challenge instead of a session), unless the operator says that the provider asks for it.
 */
function secondFactor(oidc: OidcOptions | undefined) {
  const plugin = twoFactor({ issuer: 'Fairlead', schema: twoFactorNames });
  if (oidc === undefined || oidc.replacesSecondFactor) return plugin;
  for (const hook of plugin.hooks.after) {
    const matches = hook.matcher.bind(hook);
    hook.matcher = (context) => matches(context) || context.path === CALLBACK_ROUTE;
  }
  return plugin;
}

function openIdConnect(oidc: OidcOptions) {
  return genericOAuth({
    config: [
      {
        providerId: oidc.id,
        name: oidc.name,
        discoveryUrl: oidc.discoveryUrl,
        clientId: oidc.clientId,
        clientSecret: oidc.clientSecret,
        scopes: ['openid', 'email', 'profile'],
        requireIdTokenVerification: true,
        disableSignUp: !oidc.createsUsers,
      },
    ],
  });
}

/** The library checks only lengths; the rest of our rules are checked before every route that sets a password. */
const newPasswordRules = createAuthMiddleware(async (context) => {
  if (!['/change-password', '/reset-password', '/set-password'].includes(context.path)) return;
  const body: unknown = context.body;
  if (typeof body !== 'object' || body === null || !('newPassword' in body)) return;
  if (typeof body.newPassword === 'string') checkPassword(body.newPassword, 'newPassword');
});
