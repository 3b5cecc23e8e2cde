import { operations } from '@fairlead/contract';
import { changePassword } from '../../../accounts/changePassword.ts';
import { accountClient } from '../../access/accountClient.ts';
import { drawForAccount } from '../../access/rateLimit.ts';
import { route } from '../../routing/route.ts';
import { renderOpened } from '../../views/sessionView.ts';

export const changePasswordRoute = route(
  operations.changePassword,
  async ({ app, request, caller, body }) => {
    await drawForAccount(app, caller.user.id);
    const client = accountClient(request);
    const opened = await changePassword(app.accounts, caller.sessionId, body, client);
    return renderOpened(app.accounts, opened);
  },
);
