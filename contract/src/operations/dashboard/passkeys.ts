import { Type, type Static } from '@sinclair/typebox';
import { limitText } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, Shape, Time } from '../../schemas.ts';
import { Password } from './account.ts';
import { Done, Name } from './fields.ts';
import { COOKIE, NO_FORMS, SessionToken } from './session.ts';

export const Passkey = Shape('Passkey', {
  id: Id(),
  name: Type.String(),
  host: Type.String({
    description:
      'The host of the dashboard when it was added. If that has changed, it signs in no longer.',
  }),
  createdAt: Time(),
  lastUsedAt: Nullable(Time()),
});
export type Passkey = Static<typeof Passkey>;

const base = { api: 'dashboard', tag: 'Account', auth: 'session' } as const;
const signingIn = {
  api: 'dashboard',
  tag: 'Session',
  method: 'POST',
  auth: 'anonymous',
} as const;
const PasskeyParams = Type.Object({ passkeyId: Id() });

/** Bytes of the browser's answer, as its `toJSON()` writes them. */
const Base64Url = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]*$',
    patternMessage: 'must be base64url without padding',
  });
const CredentialId = Base64Url(1364);
const ClientData = Base64Url(4096);
const CONFIRMED =
  'Takes the password of the account; for an account without one, a session that was opened at most 10 minutes ago (403).';
const Confirmation = Type.Object({ password: Type.Optional(Password) }, closed);
const ForBrowser = {
  challenge: Type.String(),
  timeout: Type.Integer({ description: 'Milliseconds.' }),
};
const UNAVAILABLE_HERE = '409 where `getSignInOptions` names no `passkeyOrigin`.';

export const listPasskeys = operation({
  ...base,
  id: 'listPasskeys',
  method: 'GET',
  path: '/account/passkeys',
  summary: 'List your passkeys',
  limitClass: 'read',
  replies: {
    200: {
      description: 'Passkeys, newest first.',
      schema: Shape('PasskeyList', {
        passkeys: Type.Array(Passkey),
        hasPassword: Type.Boolean({
          description: 'Whether adding and removing asks for the password of the account.',
        }),
      }),
    },
  },
  errors: ['UNAUTHORIZED'],
});

export const startPasskey = operation({
  ...base,
  id: 'startPasskey',
  method: 'POST',
  path: '/account/passkeys/options',
  summary: 'Start adding a passkey',
  description: `${CONFIRMED} The challenge is valid once, for this session, for 10 minutes. ${UNAVAILABLE_HERE}`,
  limitClass: 'signIn',
  body: Confirmation,
  replies: {
    200: {
      description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON`.',
      schema: Shape('PasskeyCreation', {
        ...ForBrowser,
        rp: Type.Object({ id: Type.String(), name: Type.String() }, closed),
        user: Type.Object(
          { id: Type.String(), name: Type.String(), displayName: Type.String() },
          closed,
        ),
        pubKeyCredParams: Type.Array(
          Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() }, closed),
        ),
        excludeCredentials: Type.Array(
          Type.Object(
            {
              type: Type.Literal('public-key'),
              id: Type.String(),
              transports: Type.Array(Type.String()),
            },
            closed,
          ),
        ),
        authenticatorSelection: Type.Object(
          {
            residentKey: Type.Literal('required'),
            requireResidentKey: Type.Literal(true),
            userVerification: Type.Literal('required'),
          },
          closed,
        ),
        attestation: Type.Literal('none'),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'CONFLICT'],
});

export const addPasskey = operation({
  ...base,
  id: 'addPasskey',
  method: 'POST',
  path: '/account/passkeys',
  summary: 'Add the passkey that the browser has made',
  description: `409 for one that is known here already, and if there are ${limitText('passkeysPerAccount')}.`,
  limitClass: 'signIn',
  body: Type.Object(
    {
      name: Name,
      id: CredentialId,
      clientDataJSON: ClientData,
      attestationObject: Base64Url(65_536),
      transports: Type.Array(Type.String({ pattern: '^[a-z-]{1,32}$' }), {
        maxItems: 16,
        description: 'As `getTransports()` of the browser lists them.',
      }),
    },
    closed,
  ),
  bodyExample: {
    name: 'Firefox on Linux',
    id: 'c29tZSBjcmVkZW50aWFs',
    clientDataJSON: 'e30',
    attestationObject: 'oA',
    transports: ['internal'],
  },
  replies: { 201: { description: 'The passkey.', schema: Passkey } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'CONFLICT'],
});

export const renamePasskey = operation({
  ...base,
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/account/passkeys/{passkeyId}',
  summary: 'Rename one of your passkeys',
  limitClass: 'create',
  params: PasskeyParams,
  body: Type.Object({ name: Name }, closed),
  replies: { 200: { description: 'The passkey.', schema: Passkey } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const removePasskey = operation({
  ...base,
  id: 'removePasskey',
  method: 'POST',
  path: '/account/passkeys/{passkeyId}/remove',
  summary: 'Remove one of your passkeys',
  description: `${CONFIRMED} Sessions that it has opened continue. 409 if nothing else would sign in to the account any more.`,
  limitClass: 'signIn',
  params: PasskeyParams,
  body: Confirmation,
  replies: { 200: { description: 'Removed.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const startPasskeySignIn = operation({
  ...signingIn,
  id: 'startPasskeySignIn',
  path: '/session/passkey/options',
  summary: 'Start signing in with a passkey',
  description: `${NO_FORMS} The challenge is valid once, in the browser that keeps the cookie, for 10 minutes. ${UNAVAILABLE_HERE}`,
  limitClass: 'public',
  body: Type.Object({}, closed),
  replies: {
    200: {
      description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON`.',
      schema: Shape('PasskeyRequest', {
        ...ForBrowser,
        rpId: Type.String(),
        userVerification: Type.Literal('required'),
      }),
      headers: { 'set-cookie': 'Names the browser to which challenges are bound.' },
    },
  },
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'CONFLICT'],
});

export const signInWithPasskey = operation({
  ...signingIn,
  id: 'signInWithPasskey',
  path: '/session/passkey',
  summary: 'Sign in with a passkey',
  description: `${NO_FORMS} The authenticator must have verified the person, so no second factor is asked for.`,
  limitClass: 'signIn',
  body: Type.Object(
    {
      id: CredentialId,
      clientDataJSON: ClientData,
      authenticatorData: Base64Url(4096),
      signature: Base64Url(4096),
      userHandle: Nullable(Base64Url(86)),
    },
    closed,
  ),
  replies: { 200: { description: 'Signed in.', schema: SessionToken, headers: COOKIE } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN'],
});
