import { createHash } from 'node:crypto';
import { deriveKey } from '../lib/deriveKey.ts';

/** What the library signs cookies and seals second factors with, made from one value of SECRET. */
export interface LibraryKey {
  /** Stands before what the key has sealed; the same on every machine that has the same SECRET. */
  readonly version: number;
  readonly value: string;
}

export function makeLibraryKey(secret: string): LibraryKey {
  const value = Buffer.from(deriveKey(secret, 'fairlead accounts library v1')).toString(
    'base64url',
  );
  return { version: versionOf(value), value };
}

/** Tells as much of the key as its hash does: nothing. */
function versionOf(value: string): number {
  return createHash('sha256').update(value).digest().readUIntBE(0, 6);
}

/** Under which number values were sealed before keys had numbers of their own. */
const FIRST_VERSION = 1;

/** The library's list: the first seals, all are read. */
export function versionsOf(keys: readonly [LibraryKey, ...LibraryKey[]]): LibraryKey[] {
  const byVersion = new Map(keys.map((key) => [key.version, key]));
  const oldest = keys.at(-1) ?? keys[0];
  return [...byVersion.values(), { version: FIRST_VERSION, value: oldest.value }];
}
