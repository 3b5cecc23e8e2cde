import { randomFillSync } from 'node:crypto';

const NONCE_BYTES = 18;
const POOL_BYTES = NONCE_BYTES * 256;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** 144 random bits in 24 URL-safe characters, from a pool: a page's nonce, never used twice. */
export function newNonce(): string {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += NONCE_BYTES;
  return pool.toString('base64url', used - NONCE_BYTES, used);
}
