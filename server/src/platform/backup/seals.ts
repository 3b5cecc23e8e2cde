import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../lib/deriveKey.ts';
import type { Seal } from './BackupFile.ts';

/** Shows which SECRET a backup was written with, without revealing it. */
export function proofOf(secret: string): string {
  return Buffer.from(deriveKey(secret, 'backup')).toString('base64url');
}

export interface Sealer {
  /** Every line but the seals, in order. */
  add(line: string): void;
  /** Vouches for the lines until now. */
  seal(secret: string): Seal;
  /** Whether a seal is of exactly these lines. */
  covers(seal: Seal): boolean;
}

export function createSealer(): Sealer {
  const hash = createHash('sha256');
  const sum = () => hash.copy().digest('hex');
  return {
    add: (line) => void hash.update(line).update('\n'),
    seal(secret) {
      const sha256 = sum();
      return { sha256, mac: macOf(secret, sha256) };
    },
    covers: ({ sha256 }) => sha256 === sum(),
  };
}

/** Whether a seal was made with `secret`. */
export function isSealedWith(secret: string, { sha256, mac }: Seal): boolean {
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, sha256)));
}

function macOf(secret: string, sha256: string): string {
  const key = deriveKey(secret, 'backup seal');
  return createHmac('sha256', key).update(sha256).digest('base64url');
}
