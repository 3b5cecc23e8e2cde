import { operations } from '@fairlead/contract';
import { startOidcSignIn } from '#teams/accounts/signIn/oidcSignIn.ts';
import { accountClient } from '../../../access/accountClient.ts';
import { route } from '../../../routing/route.ts';

export const startOidcSignInRoute = route(
  operations.startOidcSignIn,
  async ({ app, request, query }) => {
    const { returnTo = '/' } = query;
    const next = await startOidcSignIn(app.accounts, returnTo, accountClient(request));
    return {
      status: 302,
      body: undefined,
      headers: { location: next.location, 'set-cookie': next.setCookies },
    };
  },
);
