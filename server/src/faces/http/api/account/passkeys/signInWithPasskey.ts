import { operations } from '@fairlead/contract';
import { signInWithPasskey } from '#teams/accounts/passkeys/signInWithPasskey.ts';
import { accountClient } from '../../../access/accountClient.ts';
import { refuseForms } from '../../../access/refuseForms.ts';
import { route } from '../../../routing/route.ts';
import { renderOpened } from '../../../views/sessionView.ts';

export const signInWithPasskeyRoute = route(
  operations.signInWithPasskey,
  async ({ app, request, body }) => {
    refuseForms(request);
    const client = accountClient(request, true);
    // No budget of the account: a signature cannot be guessed, and strangers could use it up.
    return renderOpened(app.accounts, await signInWithPasskey(app.accounts, client, body));
  },
);
