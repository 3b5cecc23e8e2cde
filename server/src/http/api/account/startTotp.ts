import { operations } from '@fairlead/contract';
import { startSecondFactor } from '../../../accounts/secondFactor.ts';
import { drawForAccount } from '../../access/rateLimit.ts';
import { route } from '../../routing/route.ts';

export const startTotpRoute = route(operations.startTotp, async ({ app, caller, body }) => {
  await drawForAccount(app, caller.user.id);
  const setup = await startSecondFactor(app.accounts, caller.sessionId, body.password);
  return { status: 200, body: setup };
});
