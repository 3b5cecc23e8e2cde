import { operations } from '@fairlead/contract';
import { listPasskeys } from '#teams/accounts/passkeys/listPasskeys.ts';
import { findPasswordHash } from '#teams/accounts/passwords/findPasswordHash.ts';
import { route } from '../../../routing/route.ts';
import { renderPasskey } from '../../../views/passkeyView.ts';

export const listPasskeysRoute = route(operations.listPasskeys, async ({ app, caller }) => {
  const passkeys = await listPasskeys(app.db, caller.user);
  const hash = await findPasswordHash(app.db, caller.user);
  return {
    status: 200,
    body: { passkeys: passkeys.map(renderPasskey), hasPassword: hash !== undefined },
  };
});
