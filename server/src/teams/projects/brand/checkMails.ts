import { type Finding, finding } from '@fairlead/contract/finding';
import type { ProjectMails } from '@fairlead/contract/operations/dashboard/brand';

const PRODUCT = 'Fairlead';
/** What no mail program shows, or what turns the direction of what it shows; joiners belong to scripts and emoji. */
const UNSEEN = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const ADDRESS = /:\/\/|www\.|@/i;
/** Letters of more than one of these alphabets are how a name is made to look like another. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

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

function faultOfName(name: string, serverNames: readonly string[]): string | null {
  if (/\n/.test(name) || UNSEEN.test(name)) return 'contain invisible characters; type it anew';
  if (ADDRESS.test(name) || /[<>]|=\?/.test(name)) {
    return 'look like an email address or a web address; use the name of your company or team';
  }
  if (ALPHABETS.filter((alphabet) => alphabet.test(name)).length > 1) {
    return 'mix letters of several alphabets; use one of them';
  }
  const looks = looksOf(name);
  if (looks.includes(looksOf(PRODUCT)) || serverNames.some((own) => looksOf(own) === looks)) {
    return 'look like the name of this server; use the name of your company or team';
  }
  return null;
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

/** A name as a glance takes it: without accents, case, signs and spaces, and with lookalikes alike. */
function looksOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll(/[1|!iı]/g, 'l')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
