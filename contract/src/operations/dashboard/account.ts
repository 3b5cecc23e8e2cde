import { Type } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { closed, Shape } from '../../schemas.ts';
import { Done, MailToken, Name } from './fields.ts';
import { COOKIE, Me, SessionToken } from './session.ts';

export const Password = Type.String({ maxLength: 1024 });
const NewPassword = Type.String({
  minLength: 12,
  maxLength: 128,
  description:
    '12 to 128 characters, at least 5 different ones, and none of the most common passwords.',
});
const base = { api: 'dashboard', tag: 'Account' } as const;
const renewed = {
  200: {
    description: 'Done. This new session replaces the previous one.',
    schema: SessionToken,
    headers: COOKIE,
  },
};
const done = { 200: { description: 'Done.', schema: Done } };

export const updateCurrentUser = operation({
  ...base,
  id: 'updateCurrentUser',
  method: 'PATCH',
  path: '/account',
  summary: 'Change your name',
  auth: 'session',
  limitClass: 'create',
  body: Type.Object({ name: Name }, closed),
  replies: { 200: { description: 'The user.', schema: Me } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
});

export const changePassword = operation({
  ...base,
  id: 'changePassword',
  method: 'POST',
  path: '/account/password',
  summary: 'Change your password',
  description: 'Ends all sessions and returns a new one. 400 if the current password is wrong.',
  auth: 'session',
  limitClass: 'signIn',
  body: Type.Object({ currentPassword: Password, newPassword: NewPassword }, closed),
  replies: renewed,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
});

export const forgotPassword = operation({
  ...base,
  id: 'forgotPassword',
  method: 'POST',
  path: '/account/password/forgot',
  summary: 'Request a password reset email',
  description:
    'The response is the same whether the email is known or not. The message links to `/reset-password?token=…`. At most 3 messages ' +
    'per hour are sent to one mailbox.',
  auth: 'anonymous',
  limitClass: 'signIn',
  body: Type.Object({ email: Type.String({ format: 'email' }) }, closed),
  replies: {
    202: { description: 'If the email is known, a message has been queued.', schema: Done },
  },
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
});

export const resetPassword = operation({
  ...base,
  id: 'resetPassword',
  method: 'POST',
  path: '/account/password/reset',
  summary: 'Reset the password with an emailed token',
  description:
    'Ends all sessions of the user. Passkeys stay unless `removePasskeys`, for someone whose account others have got into. ' +
    '400 if the token was used, has expired or is unknown.',
  auth: 'anonymous',
  limitClass: 'signIn',
  body: Type.Object(
    {
      token: MailToken,
      newPassword: NewPassword,
      removePasskeys: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  replies: {
    200: {
      ...done[200],
      headers: {
        'set-cookie':
          'Identifies this browser, so that failed sign-ins elsewhere do not lock it out.',
      },
    },
  },
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
});

export const sendVerification = operation({
  ...base,
  id: 'sendVerification',
  method: 'POST',
  path: '/account/email/verification',
  summary: 'Send a verification email',
  description: 'The message links to `/verify-email?token=…`.',
  auth: 'session',
  limitClass: 'signIn',
  replies: {
    202: {
      description: 'A message has been queued, unless the email is already verified.',
      schema: Done,
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
});

export const verifyEmail = operation({
  ...base,
  id: 'verifyEmail',
  method: 'POST',
  path: '/account/email/verify',
  summary: 'Verify the email with an emailed token',
  auth: 'anonymous',
  limitClass: 'signIn',
  body: Type.Object({ token: MailToken }, closed),
  replies: done,
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
});

export const startTotp = operation({
  ...base,
  id: 'startTotp',
  method: 'POST',
  path: '/account/totp',
  summary: 'Start setting up a second factor',
  description: 'Sign-in does not change until `confirmTotp`.',
  auth: 'session',
  limitClass: 'signIn',
  body: Type.Object({ password: Password }, closed),
  replies: {
    200: {
      description: 'For the authenticator app; shown only once.',
      schema: Shape('TotpSetup', {
        uri: Type.String({ description: 'An otpauth URI, for a QR code.' }),
        secret: Type.String({ description: 'The secret in base32, for manual entry.' }),
        backupCodes: Type.Array(Type.String()),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
});

export const confirmTotp = operation({
  ...base,
  id: 'confirmTotp',
  method: 'POST',
  path: '/account/totp/confirm',
  summary: 'Turn on the second factor with a first code',
  auth: 'session',
  limitClass: 'signIn',
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 16 }) }, closed),
  replies: renewed,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
});

export const disableTotp = operation({
  ...base,
  id: 'disableTotp',
  method: 'POST',
  path: '/account/totp/disable',
  summary: 'Turn off the second factor',
  auth: 'session',
  limitClass: 'signIn',
  body: Type.Object({ password: Password }, closed),
  replies: renewed,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
});
