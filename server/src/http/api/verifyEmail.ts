import { operations } from '@fairlead/contract';
import { verifyEmail as verifyEmailBy } from '../../accounts/verifyEmail.ts';
import { refuseForms } from '../refuseForms.ts';
import { route } from '../route.ts';

export const verifyEmail = route(operations.verifyEmail, async ({ app, request, body }) => {
  refuseForms(request);
  await verifyEmailBy(app.accounts, body.token);
  return { status: 200, body: { success: true } };
});
