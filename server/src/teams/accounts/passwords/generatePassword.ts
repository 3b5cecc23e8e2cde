import { randomInt } from 'node:crypto';

// No 0, 1, i, l or o: nothing that is easily confused on a screen or on the phone.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** A password to be printed once and typed by a person: `k7wf-9xqd-m2ha-3tzu-pe8c`, 99 bits. */
export function generatePassword(): string {
  const groups = Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
  return groups.join('-');
}
