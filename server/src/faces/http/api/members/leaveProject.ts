import { operations } from '@fairlead/contract';
import { removeMember } from '#teams/projects/members/removeMember.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';

export const leaveProjectRoute = route(operations.leaveProject, async ({ app, caller }) => {
  const { user, project } = caller;
  await removeMember(app.db, project, actorOf(user), user.id);
  return { status: 200, body: { success: true } };
});
