import { operations } from '@fairlead/contract';
import { updateMember } from '#teams/projects/members/updateMember.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderMember } from '../../views/memberView.ts';

export const updateMemberRoute = route(
  operations.updateMember,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    const member = await updateMember(app.db, project, actorOf(user), params.userId, body.role);
    return { status: 200, body: renderMember(member) };
  },
);
