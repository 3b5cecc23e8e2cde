import { operations } from '@fairlead/contract';
import { changePassword } from '#teams/accounts/passwords/changePassword.ts';
import { accountClient } from '../../access/accountClient.ts';
import { tryOnAccount } from '../../access/tries.ts';
import { route } from '../../routing/route.ts';
import { renderOpened } from '../../views/sessionView.ts';

export const changePasswordRoute = route(
  operations.changePassword,
  async ({ app, request, caller, body }) => {
    const client = accountClient(request);
    const opened = await tryOnAccount(app, caller.user.id, () =>
      changePassword(app.accounts, caller.sessionId, body, client),
    );
    return renderOpened(app.accounts, opened);
  },
);
