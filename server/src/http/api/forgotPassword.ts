import { operations } from '@fairlead/contract';
import { requestPasswordReset } from '../../accounts/resetPassword.ts';
import { drawForMailbox } from '../rateLimit.ts';
import { refuseForms } from '../refuseForms.ts';
import { route } from '../route.ts';

export const forgotPassword = route(operations.forgotPassword, async ({ app, request, body }) => {
  refuseForms(request);
  await drawForMailbox(app, body.email);
  await requestPasswordReset(app.accounts, body.email);
  return { status: 202, body: { success: true } };
});
