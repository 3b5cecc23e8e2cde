import { operations } from '@fairlead/contract';
import { createAppKey } from '#teams/appKeys/createAppKey.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderAppKey } from '../../views/appKeyView.ts';

export const createAppKeyRoute = route(operations.createAppKey, async ({ app, caller, body }) => {
  const { key, text } = await createAppKey(app, caller.project, actorOf(caller.user), body);
  return { status: 201, body: { key: renderAppKey(key), text } };
});
