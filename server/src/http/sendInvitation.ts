import type { SentInvitation } from '@fairlead/contract/operations/dashboard/members';
import type { App } from '../app.ts';
import type { Invitation } from '../projects/Invitation.ts';
import { renderInvitation as renderMail } from '../projects/invitationMail.ts';
import { markMailed } from '../projects/invitations.ts';
import { actorOf, changeProject } from './changeProject.ts';
import type { MemberCaller } from './route.ts';
import { renderInvitation } from './views/memberView.ts';

/**
 * Mails an invitation that stands already. Where that fails, its link is answered to who invited, and the
 * audit log says so: whoever has it can come in.
 */
export async function sendInvitation(
  app: App,
  { user, project }: MemberCaller,
  { invitation, token }: { readonly invitation: Invitation; readonly token: string },
): Promise<SentInvitation> {
  const page = new URL('/invitation', app.config.publicUrl);
  page.searchParams.set('token', token);
  try {
    await app.mail.send(renderMail(invitation, project.name, page.href));
  } catch (error) {
    app.log.warn({ err: error }, 'The mail of an invitation could not be sent');
    const { id, email } = invitation;
    await changeProject(app, project, actorOf(user), (_, record) =>
      record({
        action: 'invitation.linkShown',
        target: { kind: 'invitation', id, name: email },
        details: { reason: 'The mail could not be sent' },
      }),
    );
    return { ...renderInvitation(invitation), link: page.href };
  }
  await markMailed(app.db, token);
  return { ...renderInvitation({ ...invitation, mailed: true }), link: null };
}
