import type { Actor } from '../../audit/AuditEntry.ts';
import { changeProject } from '../../audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Log } from '#platform/ports/Log.ts';
import type { Mail, MailMessage } from '#platform/ports/Mail.ts';
import { brandMail } from '../brand/brandMail.ts';
import { type Invitation, invitationLinkOf, type IssuedInvitation } from './Invitation.ts';
import { renderInvitation } from './invitationMail.ts';
import { markMailed } from './invitations.ts';
import type { Project } from '../Project.ts';

interface Dependencies {
  readonly db: Db;
  readonly mail: Mail;
  readonly log: Pick<Log, 'warn'>;
  readonly config: { readonly publicUrl: URL };
}

/**
 * Emails an existing invitation. If emails are not delivered, the link is returned for the person inviting,
 * and the audit log records that: anyone who has the link can join.
 */
export async function sendInvitation(
  dependencies: Dependencies,
  project: Project,
  actor: Actor,
  { invitation, token }: IssuedInvitation,
): Promise<{ invitation: Invitation; link: string | null }> {
  const { db, config } = dependencies;
  const link = invitationLinkOf(token, config.publicUrl);
  const plain = renderInvitation(invitation, project.name, link);
  const message = brandMail(plain, project.brand?.mails, 'invitation');
  const hindrance = await trySending(dependencies, message);
  if (hindrance !== null) {
    const { id, email } = invitation;
    await changeProject(db, project, actor, (_, record) =>
      record({
        action: 'invitation.linkShown',
        target: { kind: 'invitation', id, name: email },
        details: { reason: hindrance },
      }),
    );
    return { invitation, link };
  }
  await markMailed(db, token);
  return { invitation: { ...invitation, mailed: true }, link: null };
}

/** Null if the email is on its way; else a sentence saying why it is not. */
async function trySending(
  { mail, log }: Dependencies,
  message: MailMessage,
): Promise<string | null> {
  try {
    await mail.send(message);
  } catch (error) {
    log.warn({ err: error }, 'The mail of an invitation could not be sent');
    return 'The mail could not be sent';
  }
  return mail.delivers ? null : 'This server has no mail server';
}
