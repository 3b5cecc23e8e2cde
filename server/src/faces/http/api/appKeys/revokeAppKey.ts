import { operations } from '@fairlead/contract';
import { revokeAppKey } from '#teams/appKeys/revokeAppKey.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';

export const revokeAppKeyRoute = route(operations.revokeAppKey, async ({ app, caller, params }) => {
  const { user, project } = caller;
  await revokeAppKey(app.db, project, actorOf(user), params.keyId);
  return { status: 200, body: { success: true } };
});
