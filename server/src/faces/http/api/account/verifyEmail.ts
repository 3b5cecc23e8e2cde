import { operations } from '@fairlead/contract';
import { verifyEmail } from '#teams/accounts/users/verifyEmail.ts';
import { refuseForms } from '../../access/refuseForms.ts';
import { route } from '../../routing/route.ts';

export const verifyEmailRoute = route(operations.verifyEmail, async ({ app, request, body }) => {
  refuseForms(request);
  await verifyEmail(app.accounts, body.token);
  return { status: 200, body: { success: true } };
});
