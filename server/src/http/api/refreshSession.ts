import { operations } from '@fairlead/contract';
import { refreshDashboardToken } from '../../accounts/refreshDashboardToken.ts';
import { Problem } from '../../lib/Problem.ts';
import { accountClient } from '../accountClient.ts';
import { refuseForms } from '../refuseForms.ts';
import { route } from '../route.ts';
import { renderSessionToken } from '../views/sessionView.ts';

export const refreshSession = route(operations.refreshSession, async ({ app, request }) => {
  refuseForms(request);
  const fresh = await refreshDashboardToken(app.accounts, accountClient(request, true));
  if (fresh === undefined) throw new Problem('UNAUTHORIZED', 'No session; sign in');
  return {
    status: 200,
    body: renderSessionToken(fresh),
    headers: { 'set-cookie': fresh.setCookies },
  };
});
