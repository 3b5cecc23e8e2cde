import { createHash } from 'node:crypto';
import { deriveKey } from '#platform/lib/deriveKey.ts';

/** What the library signs cookies and encrypts second factors with, derived from one value of SECRET. */
export interface LibraryKey {
  /** Prefixed to what the key has encrypted; the same on every machine with the same SECRET. */
  readonly version: number;
  readonly value: string;
}

export function makeLibraryKey(secret: string): LibraryKey {
  const value = Buffer.from(deriveKey(secret, 'fairlead accounts library v1')).toString(
    'base64url',
  );
  return { version: versionOf(value), value };
}

/** Reveals no more about the key than a hash does: nothing. */
function versionOf(value: string): number {
  return createHash('sha256').update(value).digest().readUIntBE(0, 6);
}

/** The version of values encrypted before keys had versions of their own. */
const FIRST_VERSION = 1;

/** The library's list: the first one encrypts, all can decrypt. */
export function versionsOf(keys: readonly [LibraryKey, ...LibraryKey[]]): LibraryKey[] {
  const byVersion = new Map(keys.map((key) => [key.version, key]));
  const oldest = keys.at(-1) ?? keys[0];
  return [...byVersion.values(), { version: FIRST_VERSION, value: oldest.value }];
}
