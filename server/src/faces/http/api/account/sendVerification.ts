import { operations } from '@fairlead/contract';
import { sendVerification } from '#teams/accounts/users/verifyEmail.ts';
import { drawForMailbox } from '../../access/tries.ts';
import { route } from '../../routing/route.ts';

export const sendVerificationRoute = route(operations.sendVerification, async ({ app, caller }) => {
  if (!caller.user.emailVerified) await drawForMailbox(app, caller.user.email);
  await sendVerification(app.accounts, caller.user, caller.sessionId);
  return { status: 202, body: { success: true } };
});
