import { operations } from '@fairlead/contract';
import { addPasskey } from '#teams/accounts/passkeys/addPasskey.ts';
import { route } from '../../../routing/route.ts';
import { renderPasskey } from '../../../views/passkeyView.ts';

export const addPasskeyRoute = route(operations.addPasskey, async ({ app, caller, body }) => ({
  status: 201,
  body: renderPasskey(await addPasskey(app.accounts, caller, body)),
}));
