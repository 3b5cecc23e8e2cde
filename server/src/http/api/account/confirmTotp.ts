import { operations } from '@fairlead/contract';
import { confirmSecondFactor } from '../../../accounts/secondFactor.ts';
import { accountClient } from '../../access/accountClient.ts';
import { drawForAccount } from '../../access/rateLimit.ts';
import { route } from '../../routing/route.ts';
import { renderOpened } from '../../views/sessionView.ts';

export const confirmTotpRoute = route(
  operations.confirmTotp,
  async ({ app, request, caller, body }) => {
    await drawForAccount(app, caller.user.id);
    const client = accountClient(request);
    const opened = await confirmSecondFactor(app.accounts, caller, body.code, client);
    return renderOpened(app.accounts, opened);
  },
);
