import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 10 * 1024;
/** The maximum of 48 bits. */
const LAST_MS = 2 ** 48 - 1;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;
/** The highest start of the count within a millisecond, so that it has room to grow. */
const FIRST_COUNT = 0x7ff;
const LAST_COUNT = 0xfff;
/** Many ids are made within a millisecond. */
let last = { atMs: Number.NaN, digits: '', count: 0 };

/** Matches every UUID in text form, in either case. */
export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A new UUID v7 (RFC 9562, 6.2 method 1): 48 bits are `atMs`, 12 count up from a random number within the
 * millisecond, 62 are random. So ids from one process sort in the order in which they were generated.
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
 * The smallest possible id generated at `atMs` or later: a bound for ranges of ids. Times that no
 * id can have, such as before 1970, are clamped.
 */
export function lowestIdAt(atMs: number): string {
  const time = timeDigits(Math.min(Math.max(atMs, 0), LAST_MS));
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Milliseconds since the epoch at which a UUID v7 was generated. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

function timeDigits(atMs: number): string {
  return Math.trunc(atMs).toString(16).padStart(12, '0');
}
