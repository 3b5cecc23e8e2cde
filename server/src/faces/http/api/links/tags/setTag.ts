import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { setTagColor } from '#links/changing/setTagColor.ts';
import { route } from '../../../routing/route.ts';

export const setTagRoute = route(operations.setTag, async ({ app, caller, body }) => {
  await setTagColor(app.db, caller.project, actorOf(caller.user), body);
  return { status: 200, body: { success: true } };
});
