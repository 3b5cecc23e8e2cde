import { operations } from '@fairlead/contract';
import type { App } from '../../app.ts';
import type { MailMessage } from '../../lib/Mail.ts';
import { Problem } from '../../lib/Problem.ts';
import { checkLimit } from '../../plans/checkLimit.ts';
import { lockLimits } from '../../plans/lockLimits.ts';
import { createInvitation as createInvitationOf } from '../../projects/createInvitation.ts';
import { renderInvitation as renderMail } from '../../projects/invitationMail.ts';
import { deleteInvitationOf } from '../../projects/invitations.ts';
import { actorOf, changeProject } from '../changeProject.ts';
import { route } from '../route.ts';
import { renderInvitation } from '../views/memberView.ts';

export const createInvitation = route(
  operations.createInvitation,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    const { invitation, token } = await changeProject(
      app,
      project,
      actorOf(user),
      async (tx, record) => {
        await lockLimits(tx, project, async () => {
          // An earlier invitation of the address gives its place to this one.
          await deleteInvitationOf(tx, project, body.email);
          await checkLimit(tx, app.plans, project, 'members');
        });
        const made = await createInvitationOf(tx, project, user, body);
        const { id, email, role } = made.invitation;
        await record({
          action: 'invitation.created',
          target: { kind: 'invitation', id, name: email },
          details: { role },
        });
        return made;
      },
    );
    const page = new URL('/invitation', app.config.publicUrl);
    page.searchParams.set('token', token);
    await sendOrSay(app, renderMail(invitation, project.name, page.href));
    return { status: 201, body: renderInvitation(invitation) };
  },
);

async function sendOrSay(app: App, message: MailMessage): Promise<void> {
  try {
    await app.mail.send(message);
  } catch (error) {
    app.log.warn({ err: error }, 'The mail of an invitation could not be sent');
    throw new Problem('UNAVAILABLE', 'The mail could not be sent; invite again in a while');
  }
}
