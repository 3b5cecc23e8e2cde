import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { revokeInvitation } from '#teams/projects/members/revokeInvitation.ts';
import { route } from '../../routing/route.ts';

export const revokeInvitationRoute = route(
  operations.revokeInvitation,
  async ({ app, caller, params }) => {
    const { user, project } = caller;
    await revokeInvitation(app.db, project, actorOf(user), params.invitationId);
    return { status: 200, body: { success: true } };
  },
);
