import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { deriveKey } from '../lib/deriveKey.ts';
import type { Log } from '../lib/Log.ts';
import { DAY_MS } from '../lib/time.ts';

const REFRESH_MS = 10 * 60 * 1000;

/** Random keys, one a UTC day, of everything that stands for an address (ADR 8). */
export interface DayKeys extends Disposable {
  /** The key of a day, counted from the epoch; undefined when it is destroyed or was never made. */
  readonly keyOf: (day: number) => Buffer | undefined;
  /** Makes what is missing, and forgets what another process has destroyed. */
  readonly refresh: () => Promise<void>;
}

/** The UTC day of a moment, counted from the epoch: what `DayKeys` counts in. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/**
 * Loads the keys there are and makes those of today and tomorrow, so that no visit waits for one.
 * All processes of a database agree: the first writer's key stands.
 */
export async function createDayKeys(options: {
  readonly pool: Pool;
  readonly secret: string;
  readonly log: Log;
}): Promise<DayKeys> {
  const { pool, secret, log } = options;
  const wrapping = deriveKey(secret, 'day keys');
  let keys = new Map<number, Buffer>();

  async function refresh(): Promise<void> {
    const today = dayOf(Date.now());
    for (const day of [today, today + 1]) {
      if (!keys.has(day)) await pool.query(ADD, [dateOf(day), seal(wrapping, randomBytes(32))]);
    }
    const { rows } = await pool.query<{ day: string; sealed_key: Buffer }>(LIST);
    const found = new Map<number, Buffer>();
    for (const row of rows) {
      const key = open(wrapping, row.sealed_key);
      if (key !== null) found.set(dayOf(Date.parse(row.day)), key);
      else {
        log.warn({ day: row.day }, 'A day key was sealed with another SECRET; it is replaced');
        await pool.query(REPLACE, [row.day, row.sealed_key, seal(wrapping, randomBytes(32))]);
      }
    }
    const replaced = rows.length > found.size;
    keys = found;
    if (replaced) await refresh();
  }

  await refresh();
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => log.warn({ err: error }, 'Day keys could not be read'));
  }, REFRESH_MS);
  timer.unref();
  return {
    keyOf: (day) => keys.get(day),
    refresh,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

const ADD = 'insert into day_keys (day, sealed_key) values ($1, $2) on conflict do nothing';
/** Only what was seen: another process may have replaced it meanwhile. */
const REPLACE = 'update day_keys set sealed_key = $3 where day = $1 and sealed_key = $2';
const LIST = 'select day, sealed_key from day_keys';

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

const IV = 12;
const TAG = 16;

function seal(wrapping: Uint8Array, key: Buffer): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', wrapping, iv);
  const body = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Null where it was sealed with another secret. */
function open(wrapping: Uint8Array, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', wrapping, sealed.subarray(0, IV));
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}
