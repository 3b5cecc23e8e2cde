import type { MailMessage } from '#platform/ports/Mail.ts';
import { nameInMail } from '../../accounts/users/checkName.ts';
import type { Invitation } from './Invitation.ts';
import { LIMITS } from '@fairlead/contract/limits';

/** Plain text, like the emails about accounts. */
export function renderInvitation(
  { email, invitedBy, role }: Pick<Invitation, 'email' | 'invitedBy' | 'role'>,
  projectName: string,
  url: string,
): MailMessage {
  const inviter = nameInMail(invitedBy, 'Someone');
  const project = nameInMail(projectName, 'a project');
  return {
    to: email,
    subject: `${inviter} invited you to ${project} on Fairlead`,
    text: `${inviter} has invited ${email} to join the project ${project} as ${role}.

Accept within ${LIMITS.invitationDays} days:
${url}

If you were not expecting this invitation, you can ignore this email.
`,
  };
}
