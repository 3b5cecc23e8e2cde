import type { SentInvitation } from '@fairlead/contract/operations/dashboard/members';
import type { App } from '../../../app.ts';
import type { Invitation } from '../../../projects/Invitation.ts';
import type { MailMessage } from '../../../lib/Mail.ts';
import { renderInvitation as renderMail } from '../../../projects/invitationMail.ts';
import { markMailed } from '../../../projects/invitations.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import type { MemberCaller } from '../../routing/route.ts';
import { renderInvitation } from '../../views/memberView.ts';

/**
 * Emails an existing invitation. If emails are not delivered, the link is returned to the person inviting,
 * and the audit log records that: anyone who has the link can join.
 */
export async function sendInvitation(
  app: App,
  { user, project }: MemberCaller,
  { invitation, token }: { readonly invitation: Invitation; readonly token: string },
): Promise<SentInvitation> {
  const page = new URL('/invitation', app.config.publicUrl);
  page.searchParams.set('token', token);
  const hindrance = await trySending(app, renderMail(invitation, project.name, page.href));
  if (hindrance !== null) {
    const { id, email } = invitation;
    await changeProject(app.db, project, actorOf(user), (_, record) =>
      record({
        action: 'invitation.linkShown',
        target: { kind: 'invitation', id, name: email },
        details: { reason: hindrance },
      }),
    );
    return { ...renderInvitation(invitation), link: page.href };
  }
  await markMailed(app.db, token);
  return { ...renderInvitation({ ...invitation, mailed: true }), link: null };
}

/** Null if the email is on its way; else a sentence saying why it is not. */
async function trySending({ mail, log }: App, message: MailMessage): Promise<string | null> {
  try {
    await mail.send(message);
  } catch (error) {
    log.warn({ err: error }, 'The mail of an invitation could not be sent');
    return 'The mail could not be sent';
  }
  return mail.delivers ? null : 'This server has no mail server';
}
