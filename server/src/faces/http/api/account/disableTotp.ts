import { operations } from '@fairlead/contract';
import { disableSecondFactor } from '#teams/accounts/signIn/secondFactor.ts';
import { accountClient } from '../../access/accountClient.ts';
import { tryOnAccount } from '../../access/tries.ts';
import { route } from '../../routing/route.ts';
import { renderOpened } from '../../views/sessionView.ts';

export const disableTotpRoute = route(
  operations.disableTotp,
  async ({ app, request, caller, body }) => {
    const { accounts } = app;
    const client = accountClient(request);
    const opened = await tryOnAccount(app, caller.user.id, () =>
      disableSecondFactor(accounts, caller.sessionId, body.password, client),
    );
    return renderOpened(accounts, opened);
  },
);
