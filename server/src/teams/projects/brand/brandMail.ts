import type { ProjectMails } from '@fairlead/contract/operations/dashboard/brand';
import type { MailMessage } from '#platform/ports/Mail.ts';

/** The mails in which a project has words of its own. */
export type WordedMail = 'invitation' | 'weekly';

/** A mail about a project with the sender that it has set and, if it is one of those that have them, its words. */
export function brandMail(
  message: MailMessage,
  mails: ProjectMails | undefined,
  kind?: WordedMail,
): MailMessage {
  if (mails === undefined) return message;
  const { senderName, replyTo } = mails;
  const { opening, closing } = (kind && mails[kind]) ?? {};
  return {
    ...message,
    senderName,
    replyTo,
    text: [opening, message.text.trimEnd(), closing]
      .flatMap((part) => part?.trim() || [])
      .join('\n\n')
      .concat('\n'),
  };
}
