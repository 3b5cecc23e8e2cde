import { Type } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { closed, Shape } from '../../schemas.ts';
import { Done, MailToken, Name } from './fields.ts';
import { COOKIE, Me, SessionToken } from './session.ts';

const Password = Type.String({ maxLength: 1024 });
const NewPassword = Type.String({
  minLength: 12,
  maxLength: 128,
  description:
    '12 to 128 characters, at least 5 different ones, and none of the most common passwords.',
});
const base = { api: 'dashboard', tag: 'Account' } as const;
const renewed = {
  200: {
    description: 'Done. The session is replaced by this new one.',
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
  summary: 'Change the name',
  auth: 'session',
  limitClass: 'create',
  body: Type.Object({ name: Name }, closed),
  replies: { 200: { description: 'The person.', schema: Me } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
});

export const changePassword = operation({
  ...base,
  id: 'changePassword',
  method: 'POST',
  path: '/account/password',
  summary: 'Change the password',
  description: 'Ends all sessions and answers a new one. A wrong current password is 400.',
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
  summary: 'Ask for a mail that lets one set a new password',
  description:
    'Answers alike whether the address is known or not. The mail leads to `/reset-password?token=…`. At most 3 mails ' +
    'an hour go to one address.',
  auth: 'anonymous',
  limitClass: 'signIn',
  body: Type.Object({ email: Type.String({ format: 'email' }) }, closed),
  replies: { 202: { description: 'If the address is known, a mail is on its way.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
});

export const resetPassword = operation({
  ...base,
  id: 'resetPassword',
  method: 'POST',
  path: '/account/password/reset',
  summary: 'Set a new password with the token of the mail',
  description: 'Ends all sessions of the person. A token that is used up, expired or wrong is 400.',
  auth: 'anonymous',
  limitClass: 'signIn',
  body: Type.Object({ token: MailToken, newPassword: NewPassword }, closed),
  replies: {
    200: {
      ...done[200],
      headers: { 'set-cookie': 'Tells the browser from those of strangers who guess passwords.' },
    },
  },
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
});

export const sendVerification = operation({
  ...base,
  id: 'sendVerification',
  method: 'POST',
  path: '/account/email/verification',
  summary: 'Mail a link that proves the address',
  description: 'The mail leads to `/verify-email?token=…`.',
  auth: 'session',
  limitClass: 'signIn',
  replies: {
    202: { description: 'A mail is on its way, unless the address is proved.', schema: Done },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
});

export const verifyEmail = operation({
  ...base,
  id: 'verifyEmail',
  method: 'POST',
  path: '/account/email/verify',
  summary: 'Prove the address with the token of the mail',
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
  summary: 'Begin to set up a second factor',
  description: 'Nothing changes at sign-in before `confirmTotp`.',
  auth: 'session',
  limitClass: 'signIn',
  body: Type.Object({ password: Password }, closed),
  replies: {
    200: {
      description: 'For the authenticator app; shown this once.',
      schema: Shape('TotpSetup', {
        uri: Type.String({ description: 'An otpauth URI, for a QR code.' }),
        secret: Type.String({ description: 'The same in base32, for typing.' }),
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
  summary: 'Turn the second factor on with a first code',
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
  summary: 'Turn the second factor off',
  auth: 'session',
  limitClass: 'signIn',
  body: Type.Object({ password: Password }, closed),
  replies: renewed,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
});
