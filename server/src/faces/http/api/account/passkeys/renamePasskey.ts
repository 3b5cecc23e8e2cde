import { operations } from '@fairlead/contract';
import { renamePasskey } from '#teams/accounts/passkeys/renamePasskey.ts';
import { route } from '../../../routing/route.ts';
import { renderPasskey } from '../../../views/passkeyView.ts';

export const renamePasskeyRoute = route(
  operations.renamePasskey,
  async ({ app, caller, params, body }) => {
    const renamed = await renamePasskey(app.db, caller.user, params.passkeyId, body.name);
    return { status: 200, body: renderPasskey(renamed) };
  },
);
