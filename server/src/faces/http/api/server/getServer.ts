import { operations } from '@fairlead/contract';
import { isServerOwner } from '#teams/accounts/users/isServerOwner.ts';
import { route } from '../../routing/route.ts';
import { renderServer } from '../../views/serverView.ts';

export const getServerRoute = route(operations.getServer, async ({ app, caller }) => {
  const owner = await isServerOwner(app.db, caller.user, app.config.adminEmail);
  return { status: 200, body: { report: owner ? renderServer(app) : null } };
});
