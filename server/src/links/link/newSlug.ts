import { randomInt } from 'node:crypto';

/** Base58: no 0, O, I and l, which readers mistake for one another. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LENGTH = 7;

/** A random slug of 7 base58 characters (Rule: bodies): 2.2 million million of them. */
export function newSlug(): string {
  let slug = '';
  while (slug.length < LENGTH) slug += ALPHABET[randomInt(ALPHABET.length)];
  return slug;
}
