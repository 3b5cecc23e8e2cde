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
  token: Type.String({ description: 'A JWT for `Authorization: Bearer`, good for an hour.' }),
  expiresAt: Time(),
  sessionId: Id(),
  user: Me,
});
export type SessionToken = Static<typeof SessionToken>;

export const DashboardSession = Shape('DashboardSession', {
  id: Id(),
  current: Type.Boolean({ description: 'The session that asks.' }),
  createdAt: Time(),
  expiresAt: Time(),
  address: Nullable(
    Type.String({
      description:
        'The neighbourhood it was opened from: `203.0.113.0` for 203.0.113.9, `2001:db8:1::`.',
    }),
  ),
  userAgent: Nullable(Type.String()),
});
export type DashboardSession = Static<typeof DashboardSession>;

export const COOKIE = {
  'set-cookie':
    'The refresh credential, and one that tells the browser from others: HttpOnly, SameSite=Strict.',
};
const NO_FORMS = 'Needs `Content-Type: application/json`, which no form of another site can send.';

const Code = Type.String({
  minLength: 1,
  maxLength: 32,
  description: 'The code of the authenticator app, or a backup code. Each is good once.',
});

export const getSignInOptions = operation({
  id: 'getSignInOptions',
  method: 'GET',
  path: '/session/options',
  api: 'dashboard',
  tag: 'Session',
  summary: 'Ways to sign in',
  auth: 'anonymous',
  limitClass: 'public',
  replies: {
    200: {
      description: 'Sign-in methods beside email and password.',
      schema: Shape('SignInOptions', {
        oidc: Nullable(
          Type.Object(
            {
              name: Type.String({ description: 'For the button.' }),
              startUrl: Type.String({ description: 'Path to navigate to.' }),
              replacesSecondFactor: Type.Boolean({
                description:
                  'Whether a sign-in there is enough for people with a second factor here. If not, the way back ' +
                  'leads to `/sign-in/code`, and `signInWithCode` follows.',
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
  summary: 'Sign in with e-mail and password',
  description: `${NO_FORMS} Unknown addresses and wrong passwords are answered alike and take the same time. Beside the limit of the client address there is one of 30 tries an hour for each e-mail address, known or not.`,
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
      description: 'The password is right and a code is needed: send the same again with `code`.',
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
  summary: 'Finish a sign-in by the OpenID Connect provider with a code',
  description: `${NO_FORMS} The cookie that the way back has set says whose sign-in waits, for 10 minutes and 5 codes.`,
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
  summary: 'A fresh token for the session in the cookie',
  description: `${NO_FORMS} Each call replaces the cookie. The one before is answered with the same successor for 30 seconds; any older one ends the session.`,
  auth: 'anonymous',
  limitClass: 'public',
  body: Type.Object({}, closed),
  replies: { 200: { description: 'A fresh token.', schema: SessionToken, headers: COOKIE } },
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
  summary: 'Who is signed in',
  auth: 'session',
  limitClass: 'read',
  replies: {
    200: {
      description: 'The person and the session.',
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
  summary: 'End one of the sessions of this person',
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
  summary: 'End all sessions of this person but the one that asks',
  auth: 'session',
  limitClass: 'read',
  replies: {
    200: {
      description: 'How many were revoked.',
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
    'For navigation, not for fetch. 404 where no provider is configured, 503 when it does not answer.',
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
      description: 'To the provider.',
      headers: { location: 'The page of the provider.', 'set-cookie': 'The state of the sign-in.' },
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
  summary: 'The way back from the provider',
  description:
    'Sets the refresh cookie and goes to `returnTo`, or to `/sign-in?error=…`. The app then refreshes. Who has a ' +
    'second factor goes to `/sign-in/code` instead, without a session.',
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
      description: 'To the dashboard.',
      headers: { location: 'A page of the dashboard.', ...COOKIE },
    },
  },
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
});
