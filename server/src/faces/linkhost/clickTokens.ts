import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#platform/lib/deriveKey.ts';

const ID_BYTES = 16;
const MAC_BYTES = 16;

/**
 * Signed references to a click, in 43 URL-safe characters. Each is valid for one scope: that of a
 * launch page (`d`) neither opens another link's page nor allows reporting signals.
 */
export interface ClickTokens {
  issue(scope: string, clickId: string): string;
  /** The id of the click, or null for a token that was not issued for this scope. */
  verify(scope: string, token: string): string | null;
}

export function createClickTokens(secret: string): ClickTokens {
  // A key object is set up once; passing bytes would cost 10 µs per page.
  const key = createSecretKey(deriveKey(secret, 'click token'));
  const macOf = (scope: string, id: Buffer) =>
    createHmac('sha256', key).update(id).update(scope).digest().subarray(0, MAC_BYTES);

  return {
    issue(scope, clickId) {
      const id = Buffer.from(clickId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, macOf(scope, id)]).toString('base64url');
    },
    verify(scope, token) {
      if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
      const bytes = Buffer.from(token, 'base64url');
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(scope, id))) return null;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
