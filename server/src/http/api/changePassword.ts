import { operations } from '@fairlead/contract';
import { changePassword as changePasswordOf } from '../../accounts/changePassword.ts';
import { accountClient } from '../accountClient.ts';
import { route } from '../route.ts';
import { renderOpened } from '../views/sessionView.ts';

export const changePassword = route(
  operations.changePassword,
  async ({ app, request, caller, body }) => {
    const client = accountClient(request);
    const opened = await changePasswordOf(app.accounts, caller.sessionId, body, client);
    return renderOpened(app.accounts, opened);
  },
);
