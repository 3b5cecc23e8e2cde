import { operations } from '@fairlead/contract';
import { finishOidcSignIn as finishAtProvider } from '../../accounts/oidcSignIn.ts';
import { accountClient } from '../accountClient.ts';
import { route } from '../route.ts';

export const finishOidcSignIn = route(
  operations.finishOidcSignIn,
  async ({ app, request, params, query }) => {
    const { provider } = params;
    const text = new URLSearchParams(query).toString();
    const client = accountClient(request, true);
    const next = await finishAtProvider(app.accounts, provider, text, client);
    return {
      status: 302,
      body: undefined,
      headers: { location: next.location, 'set-cookie': next.setCookies },
    };
  },
);
