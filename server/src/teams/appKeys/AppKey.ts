import { hash, randomBytes } from 'node:crypto';

export type KeyClass = 'publishable' | 'secret';

export interface AppKey {
  readonly id: string;
  readonly projectId: string;
  readonly class: KeyClass;
  /** Null if the key does not expire. */
  readonly expiresAt: Date | null;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'fl_live_';
/** How many characters of the key stay visible, to tell keys apart in lists. */
export const VISIBLE_LENGTH = PREFIX.length + 4;

/** `fl_live_` and 32 random bytes in base62 (Rule: credentials). */
export function newKeyText(): string {
  let number = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let text = '';
  for (let digits = 0; digits < 43; digits += 1) {
    text = ALPHABET[Number(number % 62n)] + text;
    number /= 62n;
  }
  return PREFIX + text;
}

/** What is stored of a key, in hex: a plain SHA-256 suffices for 256 random bits. */
export function hashOfKey(text: string): string {
  return hash('sha256', text, 'hex');
}
