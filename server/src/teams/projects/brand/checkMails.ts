import { type Finding, finding } from '@fairlead/contract/finding';
import type { ProjectMails } from '@fairlead/contract/operations/dashboard/brand';
import { ADDRESS, faultOfName, UNSEEN } from '../../accounts/users/checkName.ts';

/**
 * What is wrong with the mails of a project. Its invitations reach strangers, so that they neither come from who looks like
 * the server, which goes by `serverNames`, nor lead anywhere else.
 */
export function checkMails(
  mails: ProjectMails | undefined,
  serverNames: readonly string[],
): Finding[] {
  if (typeof mails !== 'object' || mails === null) return [];
  const { senderName, invitation, weekly } = mails;
  const fault = typeof senderName === 'string' ? faultOfName(senderName, serverNames) : null;
  const texts = Object.entries({ invitation, weekly }).flatMap(([kind, words]) =>
    Object.entries(words ?? {}).flatMap(([place, text]) => checkText(['mails', kind, place], text)),
  );
  if (fault === null) return texts;
  const path = ['mails', 'senderName'];
  return [finding(path, 'not_allowed', `${path.join('.')} must not ${fault}`), ...texts];
}

function checkText(path: string[], text: unknown): Finding[] {
  if (typeof text !== 'string') return [];
  const name = path.join('.');
  if (UNSEEN.test(text)) {
    const message = `${name} must not contain invisible characters; type it anew`;
    return [finding(path, 'not_allowed', message)];
  }
  if (!ADDRESS.test(text)) return [];
  const message = `${name} must not contain web or email addresses; the mail has the link that it is about, and replies go to mails.replyTo`;
  return [finding(path, 'not_allowed', message)];
}
