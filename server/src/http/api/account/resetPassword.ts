import { operations } from '@fairlead/contract';
import { resetPassword } from '../../../accounts/resetPassword.ts';
import { refuseForms } from '../../access/refuseForms.ts';
import { route } from '../../routing/route.ts';

export const resetPasswordRoute = route(
  operations.resetPassword,
  async ({ app, request, body }) => {
    refuseForms(request);
    await resetPassword(app.accounts, body.token, body.newPassword);
    return { status: 200, body: { success: true } };
  },
);
