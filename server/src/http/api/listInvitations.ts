import { operations } from '@fairlead/contract';
import { listInvitations as listInvitationsOf } from '../../projects/invitations.ts';
import { route } from '../route.ts';
import { renderInvitation } from '../views/memberView.ts';

export const listInvitations = route(operations.listInvitations, async ({ app, caller }) => {
  const invitations = await listInvitationsOf(app.db, caller.project);
  return { status: 200, body: { invitations: invitations.map(renderInvitation) } };
});
