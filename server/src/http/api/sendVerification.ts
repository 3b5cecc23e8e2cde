import { operations } from '@fairlead/contract';
import { sendVerification as sendVerificationTo } from '../../accounts/verifyEmail.ts';
import { route } from '../route.ts';

export const sendVerification = route(operations.sendVerification, async ({ app, caller }) => {
  await sendVerificationTo(app.accounts, caller.user, caller.sessionId);
  return { status: 202, body: { success: true } };
});
