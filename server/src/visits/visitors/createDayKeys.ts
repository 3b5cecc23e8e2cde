import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { unlessAway } from '#platform/db/connections/isUnavailable.ts';
import type { LocalStore } from '#platform/db/local/openLocalStore.ts';
import { deriveKey } from '#platform/lib/deriveKey.ts';
import type { Log } from '#platform/ports/Log.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { DAY_MS } from '#platform/lib/time.ts';

const REFRESH_MS = 10 * 60 * 1000;

/** Random keys, one per UTC day, for every hash that represents an IP address (ADR 8). */
export interface DayKeys extends Disposable {
  /** The key of a day, counted from the epoch; undefined if it was destroyed or never created. */
  readonly keyOf: (day: number) => Buffer | undefined;
  /** Creates missing keys, and drops those that another process has destroyed. */
  readonly refresh: () => Promise<void>;
}

/** The UTC day of a time, counted from the epoch, as `DayKeys` numbers days. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

interface SealedKey {
  readonly day: string;
  readonly sealed_key: Uint8Array;
}

/** Where the keys last read are stored, still encrypted: the next refresh removes destroyed ones here too. */
const KEPT = 'day keys';

/**
 * Loads the existing keys and creates those of today and tomorrow, so that no visit waits for one. All processes on
 * a database agree: the first writer's key counts. While the database is down, the locally stored keys are used.
 */
export async function createDayKeys(options: {
  readonly pool: Pool;
  readonly store?: LocalStore;
  readonly secret: string;
  readonly log: Log;
  /** The database is down: whoever says so calls `refresh` when it is back. */
  readonly away?: boolean;
  /** False: keys that were encrypted with another secret are those of nodes that know better. Default: true. */
  readonly mayReplace?: boolean;
}): Promise<DayKeys> {
  const { pool, store, secret, log, away = false, mayReplace = true } = options;
  const wrapping = deriveKey(secret, 'day keys');
  let keys = new Map<number, Buffer>();

  async function refresh(): Promise<void> {
    const today = dayOf(Date.now());
    for (const day of [today, today + 1]) {
      if (!keys.has(day)) await pool.query(ADD, [dateOf(day), seal(wrapping, randomBytes(32))]);
    }
    const { rows } = await pool.query<SealedKey>(LIST);
    const found = openAll(wrapping, rows);
    for (const row of rows) {
      if (!found.has(dayOf(Date.parse(row.day)))) {
        if (!mayReplace) throw new Problem('CONFLICT', OTHER_SECRET);
        log.warn({ day: row.day }, 'A day key was sealed with another SECRET; it is replaced');
        await pool.query(REPLACE, [row.day, row.sealed_key, seal(wrapping, randomBytes(32))]);
      }
    }
    const replaced = rows.length > found.size;
    keys = found;
    if (replaced) return refresh();
    const list = rows.map((row) => ({ day: row.day, sealed_key: Uint8Array.from(row.sealed_key) }));
    store?.keep(KEPT, { list });
  }

  const kept = store?.find(KEPT) as { readonly list: readonly SealedKey[] } | undefined;
  keys = openAll(wrapping, kept?.list ?? []);
  if (!away) await unlessAway(refresh(), undefined);
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

const OTHER_SECRET =
  'The keys of the day were encrypted with another secret: LINK_SECRET, or SECRET without it, must be that of the other nodes';

const ADD = 'insert into day_keys (day, sealed_key) values ($1, $2) on conflict do nothing';
/** Only the value that was read: another process may have replaced it meanwhile. */
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

/** By day; those encrypted with another secret are missing. */
function openAll(wrapping: Uint8Array, rows: readonly SealedKey[]): Map<number, Buffer> {
  const opened = rows.map((row) => [dayOf(Date.parse(row.day)), open(wrapping, row.sealed_key)]);
  return new Map(opened.filter((each): each is [number, Buffer] => each[1] !== null));
}

/** Null if it was encrypted with another secret. */
function open(wrapping: Uint8Array, sealed: Uint8Array): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', wrapping, sealed.subarray(0, IV));
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}
