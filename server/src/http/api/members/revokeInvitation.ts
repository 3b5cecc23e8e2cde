import { operations } from '@fairlead/contract';
import { Problem } from '../../../lib/Problem.ts';
import { deleteInvitation } from '../../../projects/invitations.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';

export const revokeInvitationRoute = route(
  operations.revokeInvitation,
  async ({ app, caller, params }) => {
    const { user, project } = caller;
    await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      const invitation = await deleteInvitation(tx, project, params.invitationId);
      if (!invitation) throw new Problem('NOT_FOUND', 'Invitation not found');
      await record({
        action: 'invitation.revoked',
        target: { kind: 'invitation', id: invitation.id, name: invitation.email },
      });
    });
    return { status: 200, body: { success: true } };
  },
);
