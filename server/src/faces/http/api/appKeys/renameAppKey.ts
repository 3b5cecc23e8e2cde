import { operations } from '@fairlead/contract';
import { renameAppKey } from '#teams/appKeys/renameAppKey.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderAppKey } from '../../views/appKeyView.ts';

export const renameAppKeyRoute = route(
  operations.renameAppKey,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    const key = await renameAppKey(app.db, project, actorOf(user), params.keyId, body.name);
    return { status: 200, body: renderAppKey(key) };
  },
);
