import { operations } from '@fairlead/contract';
import { refreshDashboardToken } from '#teams/accounts/sessions/refreshDashboardToken.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { accountClient } from '../../../access/accountClient.ts';
import { refuseForms } from '../../../access/refuseForms.ts';
import { route } from '../../../routing/route.ts';
import { renderSessionToken } from '../../../views/sessionView.ts';

export const refreshSessionRoute = route(operations.refreshSession, async ({ app, request }) => {
  refuseForms(request);
  const fresh = await refreshDashboardToken(app.accounts, accountClient(request, true));
  if (fresh === undefined) throw new Problem('UNAUTHORIZED', 'No session; sign in');
  return {
    status: 200,
    body: renderSessionToken(fresh),
    headers: { 'set-cookie': fresh.setCookies },
  };
});
