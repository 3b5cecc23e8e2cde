import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#platform/lib/deriveKey.ts';

const LABEL = 'shared numbers, 1';
/** Of the key at the end: 128 bits. */
const KEY_BYTES = 16;

/** The end of a page's address: its id, and a key that nobody can guess and that need not be kept. */
export function shareToken(id: string, secret: string): string {
  return `${id.replaceAll('-', '')}${keyOf(id, secret)}`;
}

/** The id in a token that one of the secrets has signed; null for any other text. */
export function readShareToken(token: string, secrets: readonly string[]): string | null {
  const [, ...parts] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{22})$/.exec(token) ??
    [];
  // As text: the last letter has bits that no byte is made of.
  const given = Buffer.from(parts.pop() ?? '');
  const id = parts.join('-');
  const isRight = (secret: string) => {
    const right = Buffer.from(keyOf(id, secret));
    return given.length === right.length && timingSafeEqual(given, right);
  };
  return secrets.some(isRight) ? id : null;
}

function keyOf(id: string, secret: string): string {
  const mac = createHmac('sha256', deriveKey(secret, LABEL)).update(id).digest();
  return mac.subarray(0, KEY_BYTES).toString('base64url');
}
