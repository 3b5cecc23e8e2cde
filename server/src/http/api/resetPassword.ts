import { operations } from '@fairlead/contract';
import { resetPassword as resetPasswordOf } from '../../accounts/resetPassword.ts';
import { refuseForms } from '../refuseForms.ts';
import { route } from '../route.ts';

export const resetPassword = route(operations.resetPassword, async ({ app, request, body }) => {
  refuseForms(request);
  await resetPasswordOf(app.accounts, body.token, body.newPassword);
  return { status: 200, body: { success: true } };
});
