import { type Finding, finding } from '@fairlead/contract/finding';

const PRODUCT = 'Fairlead';
/** What no mail program shows, or what turns the direction of what it shows; joiners belong to scripts and emoji. */
export const UNSEEN = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
export const ADDRESS = /:\/\/|www\.|@/i;
/** What encodes a word in the head of a mail, or holds an address there. */
const MARKS = /[<>]|=\?/;
/** Letters of more than one of these alphabets in a word are how it is made to look like another. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
const MAX_MAILED_LENGTH = 100;

/**
 * Why a name must not stand in a mail that the server sends to strangers, and what to do; null if it may. `serverNames` is what the
 * server itself goes by.
 */
export function faultOfName(name: string, serverNames: readonly string[] = []): string | null {
  if (/\n/.test(name) || UNSEEN.test(name)) return 'contain invisible characters; type it anew';
  if (ADDRESS.test(name) || MARKS.test(name)) {
    return 'look like an email address or a web address; use the name of your company or team';
  }
  if (name.split(/\s+/).some(isMixed)) {
    return 'mix letters of several alphabets in a word; use one of them';
  }
  const looks = looksOf(name);
  if (looks.includes(looksOf(PRODUCT)) || serverNames.some((own) => looksOf(own) === looks)) {
    return 'look like the name of this server; use the name of your company or team';
  }
  return null;
}

/** The name of a person or a project: invitations carry both to people who know neither. */
export function checkName(field: string, name: string | undefined): Finding[] {
  const fault = name === undefined ? null : faultOfName(name.trim());
  return fault === null ? [] : [finding(field, 'not_allowed', `${field} must not ${fault}`)];
}

/**
 * A name as a mail has it, on one line: one that was given before names were checked loses what it must not have. `otherwise` is what
 * remains of one that is nothing else.
 */
export function nameInMail(name: string, otherwise: string): string {
  const words = name.split(/\s+/).map((word) => word.replaceAll(new RegExp(UNSEEN, 'gu'), ''));
  const kept = words.filter((word) => word !== '' && !ADDRESS.test(word) && !MARKS.test(word));
  const cleaned = kept.join(' ').slice(0, MAX_MAILED_LENGTH).toWellFormed();
  return cleaned === '' || faultOfName(cleaned) !== null ? otherwise : cleaned;
}

function isMixed(word: string): boolean {
  return ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1;
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
