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
 * Mails an invitation that stands already. Where no mail reaches anyone, its link is answered to who invited,
 * and the audit log says so: whoever has it can come in.
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

/** Null when the mail is on its way; else what keeps it, in words. */
async function trySending({ mail, log }: App, message: MailMessage): Promise<string | null> {
  try {
    await mail.send(message);
  } catch (error) {
    log.warn({ err: error }, 'The mail of an invitation could not be sent');
    return 'The mail could not be sent';
  }
  return mail.delivers ? null : 'This server has no mail server';
}
