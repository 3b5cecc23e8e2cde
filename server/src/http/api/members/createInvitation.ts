import { operations } from '@fairlead/contract';
import { checkLimit } from '../../../plans/checkLimit.ts';
import { lockLimits } from '../../../plans/lockLimits.ts';
import { createInvitation } from '../../../projects/createInvitation.ts';
import { deleteInvitationOf } from '../../../projects/invitations.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { drawForMailbox } from '../../access/rateLimit.ts';
import { route } from '../../routing/route.ts';
import { sendInvitation } from './sendInvitation.ts';

export const createInvitationRoute = route(
  operations.createInvitation,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    await drawForMailbox(app, body.email);
    const made = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      await lockLimits(tx, project, async () => {
        // This replaces an earlier invitation of the same email.
        await deleteInvitationOf(tx, project, body.email);
        await checkLimit(tx, app.plans, project, 'members');
      });
      const created = await createInvitation(tx, project, user, body);
      const { id, email, role } = created.invitation;
      await record({
        action: 'invitation.created',
        target: { kind: 'invitation', id, name: email },
        details: { role },
      });
      return created;
    });
    return { status: 201, body: await sendInvitation(app, caller, made) };
  },
);
