import { operations } from '@fairlead/contract';
import { changePassword as changePasswordOf } from '../../accounts/changePassword.ts';
import { accountClient } from '../accountClient.ts';
import { drawForAccount } from '../rateLimit.ts';
import { route } from '../route.ts';
import { renderOpened } from '../views/sessionView.ts';

export const changePassword = route(
  operations.changePassword,
  async ({ app, request, caller, body }) => {
    await drawForAccount(app, caller.user.id);
    const client = accountClient(request);
    const opened = await changePasswordOf(app.accounts, caller.sessionId, body, client);
    return renderOpened(app.accounts, opened);
  },
);
