import { hash } from 'node:crypto';

/** Hexadecimal digits of 64 bits. */
const DIGITS = 16;

/**
 * A keyed hash of 64 bits, as the decimal of a signed number (a bigint column): SHA-256 over key and
 * message, truncated. Dropping three quarters of it prevents extending a known hash to longer
 * messages, so HMAC's second pass would bring nothing. The key's length must not vary.
 */
export function createKeyedHash(key: string): (message: string) => string {
  return (message) => {
    const digits = hash('sha256', key + message, 'hex').slice(0, DIGITS);
    return BigInt.asIntN(64, BigInt(`0x${digits}`)).toString();
  };
}
