import { operations } from '@fairlead/contract';
import { removePasskey } from '#teams/accounts/passkeys/removePasskey.ts';
import { confirmPerson } from '#teams/accounts/passwords/confirmPerson.ts';
import { tryOnAccount } from '../../../access/tries.ts';
import { route } from '../../../routing/route.ts';

export const removePasskeyRoute = route(
  operations.removePasskey,
  async ({ app, caller, params, body }) => {
    await tryOnAccount(app, caller.user.id, () =>
      confirmPerson(app.accounts, caller, body.password),
    );
    await removePasskey(app.accounts, caller.user, params.passkeyId);
    return { status: 200, body: { success: true } };
  },
);
