import { operations } from '@fairlead/contract';
import { startOidcSignIn as startAtProvider } from '../../accounts/oidcSignIn.ts';
import { accountClient } from '../accountClient.ts';
import { route } from '../route.ts';

export const startOidcSignIn = route(
  operations.startOidcSignIn,
  async ({ app, request, query }) => {
    const { returnTo = '/' } = query;
    const next = await startAtProvider(app.accounts, returnTo, accountClient(request));
    return {
      status: 302,
      body: undefined,
      headers: { location: next.location, 'set-cookie': next.setCookies },
    };
  },
);
