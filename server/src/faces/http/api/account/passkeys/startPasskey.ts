import { operations } from '@fairlead/contract';
import { startPasskey } from '#teams/accounts/passkeys/startPasskey.ts';
import { tryOnAccount } from '../../../access/tries.ts';
import { route } from '../../../routing/route.ts';

export const startPasskeyRoute = route(operations.startPasskey, async ({ app, caller, body }) => {
  const creation = await tryOnAccount(app, caller.user.id, () =>
    startPasskey(app.accounts, caller, body.password),
  );
  return { status: 200, body: creation };
});
