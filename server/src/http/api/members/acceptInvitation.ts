import { operations } from '@fairlead/contract';
import { recordAudit } from '../../../audit/recordAudit.ts';
import { Problem } from '../../../lib/Problem.ts';
import { checkHeldPlaces } from '../../../plans/checkHeldPlaces.ts';
import { lockLimits } from '../../../plans/lockLimits.ts';
import { acceptInvitation } from '../../../projects/acceptInvitation.ts';
import { findProject } from '../../../projects/findProject.ts';
import { findInvitation } from '../../../projects/invitations.ts';
import { actorOf } from '../../changeProject.ts';
import { refuseForms } from '../../access/refuseForms.ts';
import { route } from '../../routing/route.ts';

export const acceptInvitationRoute = route(
  operations.acceptInvitation,
  async ({ app, request, body }) => {
    refuseForms(request);
    const accepted = await app.db.transaction().execute(async (tx) => {
      const invitation = await findInvitation(tx, body.token);
      const project = invitation && (await findProject(tx, invitation.projectId));
      if (!project) throw new Problem('NOT_FOUND', 'Invitation not found; ask for a new one');
      await lockLimits(tx, project, () => checkHeldPlaces(tx, app.plans, project));
      const made = await acceptInvitation(tx, app.accounts, invitation, body);
      await recordAudit(tx, project, actorOf(made.user), {
        action: 'member.joined',
        target: { kind: 'member', id: made.user.id, name: made.user.name },
        details: { role: invitation.role },
      });
      return { ...made, projectId: project.id };
    });
    const { projectId, user, accountCreated } = accepted;
    return { status: 200, body: { projectId, email: user.email, accountCreated } };
  },
);
