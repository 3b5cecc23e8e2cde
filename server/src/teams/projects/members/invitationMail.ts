import type { MailMessage } from '#platform/ports/Mail.ts';
import type { Invitation } from './Invitation.ts';
import { LIMITS } from '@fairlead/contract/limits';

/** Plain text, like the emails about accounts. */
export function renderInvitation(
  { email, invitedBy, role }: Pick<Invitation, 'email' | 'invitedBy' | 'role'>,
  projectName: string,
  url: string,
): MailMessage {
  return {
    to: email,
    subject: `${oneLine(invitedBy)} invited you to ${oneLine(projectName)} on Fairlead`,
    text: `${invitedBy} has invited ${email} to join the project ${projectName} as ${role}.

Accept within ${LIMITS.invitationDays} days:
${url}

If you were not expecting this invitation, you can ignore this email.
`,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 100);
}
