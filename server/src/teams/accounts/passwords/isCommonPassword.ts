import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Begins with where it comes from: `zcat`. */
const LIST = new URL('./commonPasswords.txt.gz', import.meta.url);
/** What people in a hurry would type here. */
const OWN_TEXTS = ['fairlead', 'dashboard'];
/** Keys and characters in order; a password that is part of one counts as being on the list. */
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm'];
/** Shorter parts also occur in good passwords. */
const MIN_RUN_LENGTH = 4;
/** A common word with up to this many digits and symbols around it is still common. */
const MAX_CHARACTERS_AROUND = 6;

let known: ReadonlySet<string> | undefined;

/**
 * Whether a password is among the first to be guessed: on the list of those most often leaked, ignoring case; one
 * of them repeated, or with a few digits and symbols around it; or a sequence of keys or characters.
 */
export function isCommonPassword(password: string): boolean {
  known ??= readList();
  const text = password.toLowerCase();
  const once = /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
  const word = once.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const bare = once.length - word.length <= MAX_CHARACTERS_AROUND ? word : once;
  return [text, once, bare].some((candidate) => known?.has(candidate) === true || isRun(candidate));
}

function isRun(text: string): boolean {
  if (text.length < MIN_RUN_LENGTH) return false;
  const back = text.split('').toReversed().join('');
  return RUNS.some((run) => run.includes(text) || run.includes(back));
}

function readList(): ReadonlySet<string> {
  const lines = gunzipSync(readFileSync(LIST)).toString().split('\n');
  return new Set([...lines.filter((line) => !line.startsWith('# ')), ...OWN_TEXTS]);
}
