import { operations } from '@fairlead/contract';
import { findUser } from '#teams/accounts/users/findUser.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { findInvitation } from '#teams/projects/members/invitations.ts';
import { route } from '../../routing/route.ts';

export const readInvitationRoute = route(operations.readInvitation, async ({ app, body }) => {
  const invitation = await findInvitation(app.db, body.token);
  if (!invitation) throw new Problem('NOT_FOUND', 'Invitation not found; ask for a new one');
  const { projectName, invitedBy, email, role, expiresAt } = invitation;
  const hasAccount = (await findUser(app.db, { email })) !== undefined;
  return {
    status: 200,
    body: { projectName, invitedBy, email, role, expiresAt: expiresAt.toISOString(), hasAccount },
  };
});
