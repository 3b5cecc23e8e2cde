import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const STEP_MS = 30_000;

/** A code that is wrong now, and in the steps around now whose codes are taken too. */
export function wrongTotpOf(secret: string): string {
  const right = new Set(
    [-3, -2, -1, 0, 1, 2, 3].map((step) => totpOf(secret, Date.now() + step * STEP_MS)),
  );
  for (let code = 0; ; code += 1) {
    const text = String(code).padStart(6, '0');
    if (!right.has(text)) return text;
  }
}

/** The code of the step after this one, which is taken already: for whoever has just used the current one. */
export function nextTotpOf(secret: string): string {
  return totpOf(secret, Date.now() + STEP_MS);
}

/** The code of an authenticator app at this moment (RFC 6238), for a secret in base32. */
export function totpOf(secret: string, at = Date.now()): string {
  const bits = secret.split('').map((each) => ALPHABET.indexOf(each).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)));
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}
