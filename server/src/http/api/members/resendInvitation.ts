import { operations } from '@fairlead/contract';
import { Problem } from '../../../lib/Problem.ts';
import { renewInvitation } from '../../../projects/createInvitation.ts';
import { listInvitations } from '../../../projects/invitations.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { drawForMailbox } from '../../access/rateLimit.ts';
import { route } from '../../routing/route.ts';
import { sendInvitation } from './sendInvitation.ts';

export const resendInvitationRoute = route(
  operations.resendInvitation,
  async ({ app, caller, params }) => {
    const { user, project } = caller;
    const open = await listInvitations(app.db, project);
    const known = open.find(({ id }) => id === params.invitationId.toLowerCase());
    if (known) await drawForMailbox(app, known.email);
    const renewed = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      const made = await renewInvitation(tx, project, params.invitationId);
      if (!made) throw new Problem('NOT_FOUND', 'Invitation not found; invite again');
      const { id, email } = made.invitation;
      await record({
        action: 'invitation.renewed',
        target: { kind: 'invitation', id, name: email },
      });
      return made;
    });
    return { status: 200, body: await sendInvitation(app, caller, renewed) };
  },
);
