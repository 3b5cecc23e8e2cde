import { hkdfSync } from 'node:crypto';

/**
 * A 256-bit key derived from the instance's SECRET for a single purpose (HKDF, RFC 5869): what is
 * signed for one purpose never verifies for another. Changing a label invalidates everything signed
 * with it.
 */
export function deriveKey(secret: string, label: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', label, 32));
}
