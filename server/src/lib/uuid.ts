import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 10 * 1024;
/** What 48 bits hold. */
const LAST_MS = 2 ** 48 - 1;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;
/** Where the count within a millisecond begins at most, so that it has room. */
const FIRST_COUNT = 0x7ff;
const LAST_COUNT = 0xfff;
/** Many ids are made within a millisecond. */
let last = { atMs: Number.NaN, digits: '', count: 0 };

/** Matches every textual uuid, in either case. */
export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A new uuid v7 (RFC 9562, 6.2 method 1): 48 bits are `atMs`, 12 count up from a random number within the
 * millisecond, 62 are random. So what one process makes one after another sorts in that order.
 */
export function newId(atMs: number = Date.now()): string {
  if (used + 10 > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const tail = pool.toString('hex', used, used + 10);
  used += 10;
  const variant = '89ab'[Number.parseInt(tail[3]!, 16) & 3];
  if (last.atMs !== atMs) {
    const count = Number.parseInt(tail.slice(0, 3), 16) & FIRST_COUNT;
    last = { atMs, digits: timeDigits(atMs), count };
  } else if (last.count < LAST_COUNT) last.count += 1;
  const time = last.digits;
  const count = (0x7000 + last.count).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${count}-${variant}${tail.slice(4, 7)}-${tail.slice(7, 19)}`;
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
