import { operations } from '@fairlead/contract';
import { requestPasswordReset } from '#teams/accounts/passwords/resetPassword.ts';
import { drawForMailbox } from '../../access/tries.ts';
import { refuseForms } from '../../access/refuseForms.ts';
import { route } from '../../routing/route.ts';

export const forgotPasswordRoute = route(
  operations.forgotPassword,
  async ({ app, request, body }) => {
    refuseForms(request);
    await drawForMailbox(app, body.email);
    await requestPasswordReset(app.accounts, body.email);
    return { status: 202, body: { success: true } };
  },
);
