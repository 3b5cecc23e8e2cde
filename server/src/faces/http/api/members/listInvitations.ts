import { operations } from '@fairlead/contract';
import { listInvitations } from '#teams/projects/members/invitations.ts';
import { route } from '../../routing/route.ts';
import { renderInvitation } from '../../views/memberView.ts';

export const listInvitationsRoute = route(operations.listInvitations, async ({ app, caller }) => {
  const invitations = await listInvitations(app.db, caller.project);
  return { status: 200, body: { invitations: invitations.map(renderInvitation) } };
});
