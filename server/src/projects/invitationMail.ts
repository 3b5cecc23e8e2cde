import type { MailMessage } from '../lib/Mail.ts';
import { INVITATION_DAYS } from './createInvitation.ts';
import type { Invitation } from './Invitation.ts';

/** Plain text, as the mails of accounts are. */
export function renderInvitation(
  { email, invitedBy, role }: Invitation,
  projectName: string,
  url: string,
): MailMessage {
  return {
    to: email,
    subject: `${oneLine(invitedBy)} invites you to ${oneLine(projectName)} on Fairlead`,
    text: `${invitedBy} invites ${email} to the project ${projectName} as ${role}.

Accept within ${INVITATION_DAYS} days:
${url}

If you do not know what this is about, ignore this message.
`,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 100);
}
