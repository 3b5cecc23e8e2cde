import { operations } from '@fairlead/contract';
import { sendVerification as sendVerificationTo } from '../../accounts/verifyEmail.ts';
import { drawForMailbox } from '../rateLimit.ts';
import { route } from '../route.ts';

export const sendVerification = route(operations.sendVerification, async ({ app, caller }) => {
  if (!caller.user.emailVerified) await drawForMailbox(app, caller.user.email);
  await sendVerificationTo(app.accounts, caller.user, caller.sessionId);
  return { status: 202, body: { success: true } };
});
