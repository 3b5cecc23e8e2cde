import { operations } from '@fairlead/contract';
import { confirmSecondFactor } from '../../accounts/secondFactor.ts';
import { accountClient } from '../accountClient.ts';
import { route } from '../route.ts';
import { renderOpened } from '../views/sessionView.ts';

export const confirmTotp = route(operations.confirmTotp, async ({ app, request, caller, body }) => {
  const client = accountClient(request);
  const opened = await confirmSecondFactor(app.accounts, caller.sessionId, body.code, client);
  return renderOpened(app.accounts, opened);
});
