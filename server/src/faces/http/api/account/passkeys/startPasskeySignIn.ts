import { operations } from '@fairlead/contract';
import { startPasskeySignIn } from '#teams/accounts/passkeys/startPasskeySignIn.ts';
import { accountClient } from '../../../access/accountClient.ts';
import { refuseForms } from '../../../access/refuseForms.ts';
import { route } from '../../../routing/route.ts';

export const startPasskeySignInRoute = route(
  operations.startPasskeySignIn,
  async ({ app, request }) => {
    refuseForms(request);
    const started = await startPasskeySignIn(app.accounts, accountClient(request, true));
    return { status: 200, body: started.request, headers: { 'set-cookie': started.setCookie } };
  },
);
