import { operations } from '@fairlead/contract';
import { updateUser } from '#teams/accounts/users/updateUser.ts';
import { route } from '../../routing/route.ts';
import { renderMe } from '../../views/sessionView.ts';

export const updateCurrentUserRoute = route(
  operations.updateCurrentUser,
  async ({ app, caller, body }) => ({
    status: 200,
    body: renderMe(await updateUser(app.accounts, caller.user, body)),
  }),
);
