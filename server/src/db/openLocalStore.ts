import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import type { Log } from '../lib/Log.ts';

/**
 * What was looked up in the last day, on this machine's disk, for use while the database is down (ADR 13). Shared by
 * the machine's processes. It is a copy that may be lost: its errors are never passed on to its users.
 */
export interface LocalStore extends Disposable {
  /**
   * Stores a value within a second. `position`: every change of a transaction below it had been heard of when the value
   * was read (`ChangeHandlers.onPosition`); without it, any change drops the value.
   */
  keep(key: string, value: object, position?: number): void;
  /** Deletes the value, unless whichever process stored it had heard of this transaction's change. Default: in any case. */
  drop(key: string, transaction?: number): void;
  /** Positions above it are of another database, such as the one that was moved from: any change drops those values. */
  distrustAbove(position: number): void;
  /** The value as it was last stored; undefined if there is none. */
  find(key: string): unknown;
}

interface Options {
  readonly folder: string;
  readonly log: Log;
  /** The release that stores values: another one may use other shapes. */
  readonly release: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly maxEntries?: number;
}

/** What is to be written: a drop, a value, or a value after a drop. */
interface Waiting {
  readonly value: Buffer | undefined;
  readonly position: number;
  readonly droppedBy: number | undefined;
}

const NAME = 'seen.sqlite';

/** Whether a server has stored something in the folder. */
export function hasLocalStore(folder: string): boolean {
  return existsSync(join(folder, NAME));
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** How often an unchanged entry is marked as seen. */
const HOUR_MS = 60 * 60 * 1000;
const WRITE_MS = 1_000;
/** Entries per transaction: requests wait until it is finished. */
const TOGETHER = 200;
/** Entries that may wait to be written; others are stored when they are next looked up. */
const MAX_WAITING = 20_000;

const SCHEMA = `
  create table entries (
    key text primary key,
    value blob not null,
    position integer not null,
    seen_at integer not null
  );
  create index entries_by_time on entries (seen_at)`;

/** Opens the store in a folder; starts a new one if it is damaged or was written by another release. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export async function openLocalStore(options: Options): Promise<LocalStore> {
  const { folder, log, now = Date.now, maxEntries = 200_000 } = options;
  const path = join(folder, NAME);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await openFile(path, options.release, log);
  // What has not changed is written once an hour: its earlier position is as good, since no change has dropped it.
  const put = file.prepare(`
    insert into entries as known (key, value, position, seen_at) values (?, ?, ?, ?)
    on conflict (key) do update set value = excluded.value, position = excluded.position, seen_at = excluded.seen_at
    where known.value <> excluded.value or known.seen_at < excluded.seen_at - ${HOUR_MS}`);
  const drop = file.prepare('delete from entries where key = ? and position <= ?');
  const get = file.prepare('select value from entries where key = ? and seen_at > ?');
  const expire = file.prepare(`
    delete from entries where seen_at < ? or seen_at <= coalesce(
      (select seen_at from entries order by seen_at desc limit 1 offset ${maxEntries}), 0)`);
  const waiting = new Map<string, Waiting>();
  let expiresAt = 0;

  /** A failing store must not cost a visitor's answer. */
  function attempt<T>(work: () => T, instead: T): T {
    try {
      return work();
    } catch (error) {
      // Another process of the machine is writing: retried in a second.
      if (codeOf(error) !== BUSY) {
        log.warn({ err: error, file: path }, 'The local store of what was seen has failed');
      }
      return instead;
    }
  }

  function write(): void {
    const batch = [...waiting].slice(0, TOGETHER);
    file.exec('begin immediate');
    try {
      for (const [key, { value, position, droppedBy }] of batch) {
        if (droppedBy !== undefined) drop.run(key, droppedBy);
        if (value !== undefined) put.run(key, value, position, now());
      }
      if (now() > expiresAt) {
        expire.run(now() - DAY_MS);
        expiresAt = now() + HOUR_MS;
      }
      file.exec('commit');
    } catch (error) {
      file.exec('rollback');
      throw error;
    }
    for (const [key, entry] of batch) if (waiting.get(key) === entry) waiting.delete(key);
  }

  function writeAll(): void {
    if (waiting.size === 0) return;
    const wrote = attempt(() => (write(), true), false);
    // Requests get their turn between batches.
    if (wrote && waiting.size > 0) setImmediate(writeAll);
  }

  function wait(key: string, entry: Waiting): void {
    if (waiting.size < MAX_WAITING || waiting.has(key)) waiting.set(key, entry);
  }

  const timer = setInterval(writeAll, WRITE_MS);
  timer.unref();
  return {
    keep(key, value, position = 0) {
      const { droppedBy } = waiting.get(key) ?? {};
      wait(key, { value: serialize(value), position, droppedBy });
    },
    drop(key, transaction = Number.MAX_SAFE_INTEGER) {
      const droppedBy = Math.max(waiting.get(key)?.droppedBy ?? 0, transaction);
      wait(key, { value: undefined, position: 0, droppedBy });
    },
    distrustAbove(position) {
      attempt(
        () => file.prepare('update entries set position = 0 where position > ?').run(position),
        undefined,
      );
    },
    find(key) {
      const fresh = waiting.get(key);
      if (fresh !== undefined) return fresh.value && deserialize(fresh.value);
      return attempt(() => {
        const row = get.get(key, now() - DAY_MS);
        const value = row?.['value'];
        return value instanceof Uint8Array ? (deserialize(value) as unknown) : undefined;
      }, undefined);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      attempt(() => {
        while (waiting.size > 0) write();
      }, undefined);
      file.close();
    },
  };
}

/** SQLite's result codes for a file locked by another process, and for one that is damaged or not a database. */
const BUSY = 5;
const DAMAGED = new Set<number | undefined>([11, 26]);

function codeOf(error: unknown): number | undefined {
  return (error as { errcode?: number }).errcode;
}

/** A file that cannot be used at all is replaced by an in-memory store: the server has to start. */
async function openFile(path: string, release: string, log: Log): Promise<DatabaseSync> {
  try {
    return prepare(path, release);
  } catch (error) {
    log.warn({ err: error, file: path }, 'The local store cannot be read and is made again');
    if (!DAMAGED.has(codeOf(error))) return prepare(':memory:', release);
    for (const suffix of ['', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true });
    return prepare(path, release);
  }
}

function prepare(path: string, release: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: 5_000 });
  try {
    file.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma secure_delete = on; begin immediate',
    );
    file.exec('create table if not exists release (name text not null)');
    const kept = file.prepare('select name from release').get()?.['name'];
    const own = `${release}${SCHEMA}`;
    if (kept !== own) {
      file.exec(`drop table if exists entries; delete from release; ${SCHEMA}`);
      file.prepare('insert into release (name) values (?)').run(own);
    }
    // From now on, a process that locks the file must not hold up visitors.
    file.exec('commit; pragma busy_timeout = 50');
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}
