import { createHash, createHmac, createSecretKey, webcrypto } from 'node:crypto';
import { deriveKey } from './deriveKey.ts';

type SigningKey = webcrypto.CryptoKey;

interface CurrentKey {
  readonly kid: string;
  readonly key: SigningKey;
  /** Signs synchronously, because going through the thread pool would cost more than the signature; base64url. */
  readonly sign: (text: string) => string;
}

export interface SigningKeys {
  /** Signs everything new; its `kid` is included. */
  readonly current: CurrentKey;
  /** The key that a `kid` names, of this or a previous secret. */
  find(kid: string | undefined): SigningKey | undefined;
}

/** HMAC SHA-256 keys for one purpose, derived from SECRET and the previous ones: the first one signs. */
export async function createSigningKeys(
  secrets: readonly [string, ...string[]],
  label: string,
): Promise<SigningKeys> {
  const [current, ...former] = await Promise.all([
    makeKey(secrets[0], label),
    ...secrets.slice(1).map((secret) => makeKey(secret, label)),
  ]);
  const byKid = new Map([current, ...former].map(({ kid, key }) => [kid, key]));
  return { current, find: (kid) => (kid === undefined ? undefined : byKid.get(kid)) };
}

async function makeKey(secret: string, label: string): Promise<CurrentKey> {
  const bytes = new Uint8Array(deriveKey(secret, label));
  // As bytes it would be made into a key by each signature, for six times its cost.
  const secretKey = createSecretKey(bytes);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return {
    kid: createHash('sha256').update(bytes).digest('base64url').slice(0, 12),
    key: await webcrypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']),
    sign: (text) => createHmac('sha256', secretKey).update(text).digest('base64url'),
  };
}
