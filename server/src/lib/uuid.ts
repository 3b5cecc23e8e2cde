import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 10 * 1024;
/** What 48 bits hold. */
const LAST_MS = 2 ** 48 - 1;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;
/** Many ids are made within a millisecond. */
let last = { atMs: Number.NaN, digits: '' };

/** Matches every textual uuid, in either case. */
export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new uuid v7 (RFC 9562): its first 48 bits are `atMs`, 74 bits are random. */
export function newId(atMs: number = Date.now()): string {
  if (used + 10 > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const tail = pool.toString('hex', used, used + 10);
  used += 10;
  const variant = '89ab'[Number.parseInt(tail[3]!, 16) & 3];
  if (last.atMs !== atMs) last = { atMs, digits: timeDigits(atMs) };
  const time = last.digits;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-${variant}${tail.slice(4, 7)}-${tail.slice(7, 19)}`;
}

/**
 * The smallest uuid that an id made at `atMs` or later can have: a bound for ranges of ids. Times
 * that no id can have, such as before 1970, stand at the end of what there is.
 */
export function lowestIdAt(atMs: number): string {
  const time = timeDigits(Math.min(Math.max(atMs, 0), LAST_MS));
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Milliseconds since the epoch at which a uuid v7 was made. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

function timeDigits(atMs: number): string {
  return Math.trunc(atMs).toString(16).padStart(12, '0');
}
