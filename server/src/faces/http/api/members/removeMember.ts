import { operations } from '@fairlead/contract';
import { removeMember } from '#teams/projects/members/removeMember.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';

export const removeMemberRoute = route(operations.removeMember, async ({ app, caller, params }) => {
  const { user, project } = caller;
  await removeMember(app.db, project, actorOf(user), params.userId);
  return { status: 200, body: { success: true } };
});
