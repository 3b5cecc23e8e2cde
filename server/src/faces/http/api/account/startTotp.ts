import { operations } from '@fairlead/contract';
import { startSecondFactor } from '#teams/accounts/signIn/secondFactor.ts';
import { tryOnAccount } from '../../access/tries.ts';
import { route } from '../../routing/route.ts';

export const startTotpRoute = route(operations.startTotp, async ({ app, caller, body }) => {
  const setup = await tryOnAccount(app, caller.user.id, () =>
    startSecondFactor(app.accounts, caller.sessionId, body.password),
  );
  return { status: 200, body: setup };
});
