import { hash, randomBytes } from 'node:crypto';

/** A code as lists show it: never its text. */
export interface TestCode {
  readonly id: string;
  readonly linkId: string;
  readonly slug: string;
  readonly createdAt: Date;
  readonly endsAt: Date;
  /** How often an app was given its link. */
  readonly uses: number;
}

/** Crockford's: no two of them look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** `7KQ4-M2XD-9RTB`: 60 random bits. */
export function newTestCodeText(): string {
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]);
  return characters.join('').replace(/^(.{4})(.{4})/, '$1-$2-');
}

/** What is stored of a code, however it is typed. A plain SHA-256 suffices for random bits that are good for a day. */
export function hashOfTestCode(text: string): Buffer {
  const characters = text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return hash('sha256', characters, 'buffer');
}
