import { operations } from '@fairlead/contract';
import { finishOidcSignIn } from '#teams/accounts/signIn/oidcSignIn.ts';
import { accountClient } from '../../../access/accountClient.ts';
import { route } from '../../../routing/route.ts';

export const finishOidcSignInRoute = route(
  operations.finishOidcSignIn,
  async ({ app, request, params, query }) => {
    const { provider } = params;
    const text = new URLSearchParams(query).toString();
    const client = accountClient(request, true);
    const next = await finishOidcSignIn(app.accounts, provider, text, client);
    return {
      status: 302,
      body: undefined,
      headers: { location: next.location, 'set-cookie': next.setCookies },
    };
  },
);
