import { operations } from '@fairlead/contract';
import { confirmSecondFactor } from '#teams/accounts/signIn/secondFactor.ts';
import { accountClient } from '../../access/accountClient.ts';
import { tryOnAccount } from '../../access/tries.ts';
import { route } from '../../routing/route.ts';
import { renderOpened } from '../../views/sessionView.ts';

export const confirmTotpRoute = route(
  operations.confirmTotp,
  async ({ app, request, caller, body }) => {
    const client = accountClient(request);
    const opened = await tryOnAccount(app, caller.user.id, () =>
      confirmSecondFactor(app.accounts, caller, body.code, client),
    );
    return renderOpened(app.accounts, opened);
  },
);
