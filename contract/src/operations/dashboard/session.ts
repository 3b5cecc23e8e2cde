import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, Shape, Time } from '../../schemas.ts';
import { Done } from './fields.ts';

/** The signed-in person's own account. */
export const Me = Shape('Me', {
  id: Id(),
  name: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  twoFactorEnabled: Type.Boolean(),
  createdAt: Time(),
});
export type Me = Static<typeof Me>;

/** The bearer token of the dashboard; keep it in memory, the cookie gets a new one. */
export const SessionToken = Shape('SessionToken', {
  token: Type.String({ description: 'A JWT for `Authorization: Bearer`, valid for one hour.' }),
  expiresAt: Time(),
  sessionId: Id(),
  user: Me,
});
export type SessionToken = Static<typeof SessionToken>;

export const DashboardSession = Shape('DashboardSession', {
  id: Id(),
  current: Type.Boolean({ description: 'Whether this is the session making the request.' }),
  createdAt: Time(),
  expiresAt: Time(),
  address: Nullable(
    Type.String({
      description:
        'The network it was opened from: `203.0.113.0` for 203.0.113.9, or `2001:db8:1::`.',
    }),
  ),
  userAgent: Nullable(Type.String()),
});
export type DashboardSession = Static<typeof DashboardSession>;

export const COOKIE = {
  'set-cookie': 'The refresh credential and a browser identifier: HttpOnly, SameSite=Strict.',
};
export const NO_FORMS =
  'Requires `Content-Type: application/json`, which forms on other sites cannot send.';

const Code = Type.String({
  minLength: 1,
  maxLength: 32,
  description: 'A code from the authenticator app, or a backup code. Each works once.',
});

export const getSignInOptions = operation({
  id: 'getSignInOptions',
  method: 'GET',
  path: '/session/options',
  api: 'dashboard',
  tag: 'Session',
  summary: 'List sign-in methods',
  auth: 'anonymous',
  limitClass: 'public',
  replies: {
    200: {
      description: 'Sign-in methods other than email and password.',
      schema: Shape('SignInOptions', {
        passkeyOrigin: Nullable(
          Type.String({
            description:
              'Where passkeys work, such as `https://links.example.com`; null without https or a host name.',
          }),
        ),
        oidc: Nullable(
          Type.Object(
            {
              name: Type.String({ description: 'Label for the button.' }),
              startUrl: Type.String({ description: 'Path to navigate to.' }),
              replacesSecondFactor: Type.Boolean({
                description:
                  'Whether signing in there replaces the second factor here. If not, the callback ' +
                  'redirects to `/sign-in/code`, and `signInWithCode` completes the sign-in.',
              }),
            },
            closed,
          ),
        ),
      }),
    },
  },
  errors: [],
});

export const signIn = operation({
  id: 'signIn',
  method: 'POST',
  path: '/session',
  api: 'dashboard',
  tag: 'Session',
  summary: 'Sign in with email and password',
  description: `${NO_FORMS} Unknown emails and wrong passwords get the same response in the same time. In addition to the limit per client IP address, each email, known or not, is limited to 30 failed attempts per hour.`,
  auth: 'anonymous',
  limitClass: 'signIn',
  body: Type.Object(
    {
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: 1024 }),
      code: Type.Optional(Code),
    },
    closed,
  ),
  replies: {
    200: { description: 'Signed in.', schema: SessionToken, headers: COOKIE },
    202: {
      description:
        'The password is correct and a code is required: repeat the request with `code`.',
      schema: Shape('SecondFactorRequired', { secondFactorRequired: Type.Literal(true) }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN'],
});

export const signInWithCode = operation({
  id: 'signInWithCode',
  method: 'POST',
  path: '/session/code',
  api: 'dashboard',
  tag: 'Session',
  summary: 'Complete a sign-in through the OpenID Connect provider with a code',
  description: `${NO_FORMS} The cookie set by the callback identifies the pending sign-in; it is valid for 10 minutes and 5 attempts.`,
  auth: 'anonymous',
  limitClass: 'signIn',
  body: Type.Object({ code: Code }, closed),
  replies: { 200: { description: 'Signed in.', schema: SessionToken, headers: COOKIE } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN'],
});

export const refreshSession = operation({
  id: 'refreshSession',
  method: 'POST',
  path: '/session/refresh',
  api: 'dashboard',
  tag: 'Session',
  summary: 'Refresh the session token',
  description: `${NO_FORMS} Each call replaces the cookie. For 30 seconds, the previous cookie gets the same replacement; using an older one ends the session.`,
  auth: 'anonymous',
  limitClass: 'public',
  body: Type.Object({}, closed),
  replies: { 200: { description: 'A new token.', schema: SessionToken, headers: COOKIE } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN'],
});

export const signOut = operation({
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  api: 'dashboard',
  tag: 'Session',
  summary: 'End the session',
  auth: 'session',
  limitClass: 'read',
  replies: { 200: { description: 'Signed out.', schema: Done, headers: COOKIE } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
});

export const getCurrentUser = operation({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/session',
  api: 'dashboard',
  tag: 'Session',
  summary: 'Get the signed-in user',
  auth: 'session',
  limitClass: 'read',
  replies: {
    200: {
      description: 'The user and the session.',
      schema: Shape('CurrentUser', { user: Me, sessionId: Id() }),
    },
  },
  errors: ['UNAUTHORIZED'],
});

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  api: 'dashboard',
  tag: 'Session',
  summary: 'List active sessions',
  auth: 'session',
  limitClass: 'read',
  replies: {
    200: {
      description: 'Active sessions, newest first.',
      schema: Shape('DashboardSessions', { sessions: Type.Array(DashboardSession) }),
    },
  },
  errors: ['UNAUTHORIZED'],
});

export const revokeSession = operation({
  id: 'revokeSession',
  method: 'DELETE',
  path: '/sessions/{sessionId}',
  api: 'dashboard',
  tag: 'Session',
  summary: 'End one of your sessions',
  auth: 'session',
  limitClass: 'read',
  params: Type.Object({ sessionId: Id() }),
  replies: { 200: { description: 'Ended.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const revokeOtherSessions = operation({
  id: 'revokeOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  api: 'dashboard',
  tag: 'Session',
  summary: 'End all your other sessions',
  auth: 'session',
  limitClass: 'read',
  replies: {
    200: {
      description: 'Number of sessions ended.',
      schema: Shape('RevokedSessions', { revoked: Type.Integer({ minimum: 0 }) }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
});

export const startOidcSignIn = operation({
  id: 'startOidcSignIn',
  method: 'GET',
  path: '/session/oidc',
  api: 'dashboard',
  tag: 'Session',
  summary: 'Sign in at the OpenID Connect provider',
  description:
    'For navigation, not for fetch. 404 if no provider is configured, 503 if it does not respond.',
  auth: 'anonymous',
  limitClass: 'signIn',
  query: Type.Object({
    returnTo: Type.Optional(
      Type.String({
        pattern: '^/([^/\\\\\\s][^\\\\\\s]*)?$',
        maxLength: 1024,
        patternMessage: 'must be a path of the dashboard such as /projects',
      }),
    ),
  }),
  replies: {
    302: {
      description: 'Redirect to the provider.',
      headers: {
        location: 'The sign-in page of the provider.',
        'set-cookie': 'The state of the sign-in.',
      },
    },
  },
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'UNAVAILABLE'],
});

export const finishOidcSignIn = operation({
  id: 'finishOidcSignIn',
  method: 'GET',
  path: '/session/callback/{provider}',
  api: 'dashboard',
  tag: 'Session',
  summary: 'Callback of the OpenID Connect provider',
  description:
    'Sets the refresh cookie and redirects to `returnTo`, or to `/sign-in?error=…`. The app then refreshes. Users with a ' +
    'second factor are redirected to `/sign-in/code` instead, without a session.',
  auth: 'anonymous',
  limitClass: 'signIn',
  params: Type.Object({ provider: Type.String({ maxLength: 64 }) }),
  // Providers add parameters of their own.
  openQuery: true,
  query: Type.Object({
    code: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    iss: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
    error_description: Type.Optional(Type.String()),
  }),
  replies: {
    302: {
      description: 'Redirect to the dashboard.',
      headers: { location: 'A page of the dashboard.', ...COOKIE },
    },
  },
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
});
