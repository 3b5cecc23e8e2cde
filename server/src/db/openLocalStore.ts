import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import type { Log } from '../lib/Log.ts';
import { COPY_SCHEMA, type LinkCopy, openLinkCopy } from './openLinkCopy.ts';
import { openLocalFile } from './openLocalFile.ts';

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
  /** In the same file: a complete copy of what link domains need, if one process of the machine keeps it (ADR 32). */
  readonly copy: LinkCopy;
}

interface Options {
  readonly folder: string;
  readonly log: Log;
  /** The release that stores values: another one may use other shapes. */
  readonly release: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly maxEntries?: number;
  /** As of the file. */
  readonly lockMs?: number;
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
  create index entries_by_time on entries (seen_at);`;

function prepareStatements(file: DatabaseSync, maxEntries: number) {
  // What has not changed is written once an hour: its earlier position is as good, since no change has dropped it.
  return {
    put: file.prepare(`
    insert into entries as known (key, value, position, seen_at) values (?, ?, ?, ?)
    on conflict (key) do update set value = excluded.value, position = excluded.position, seen_at = excluded.seen_at
    where known.value <> excluded.value or known.seen_at < excluded.seen_at - ${HOUR_MS}`),
    drop: file.prepare('delete from entries where key = ? and position <= ?'),
    distrust: file.prepare('update entries set position = 0 where position > ?'),
    get: file.prepare('select value from entries where key = ? and seen_at > ?'),
    expire: file.prepare(`
    delete from entries where seen_at < ? or seen_at <= coalesce(
      (select seen_at from entries order by seen_at desc limit 1 offset ${maxEntries}), 0)`),
  };
}

/** Opens the store in a folder; starts a new one if it is damaged or was written by another release. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function openLocalStore(options: Options): LocalStore {
  const { folder, log, release, lockMs, now = Date.now, maxEntries = 200_000 } = options;
  const schema = `${SCHEMA}${COPY_SCHEMA}`;
  const file = openLocalFile({ path: join(folder, NAME), schema, release, log, lockMs });
  const statements = file.prepared((opened) => prepareStatements(opened, maxEntries));
  const waiting = new Map<string, Waiting>();
  let expiresAt = 0;

  function write(): void {
    const batch = [...waiting].slice(0, TOGETHER);
    const { drop, put, expire } = statements();
    file.write(() => {
      for (const [key, { value, position, droppedBy }] of batch) {
        if (droppedBy !== undefined) drop.run(key, droppedBy);
        if (value !== undefined) put.run(key, value, position, now());
      }
      if (now() > expiresAt) {
        expire.run(now() - DAY_MS);
        expiresAt = now() + HOUR_MS;
      }
    });
    for (const [key, entry] of batch) if (waiting.get(key) === entry) waiting.delete(key);
  }

  function writeAll(): void {
    file.reopenReplaced();
    if (waiting.size === 0) return;
    const wrote = file.attempt(() => (write(), true), false);
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
      file.attempt(() => void statements().distrust.run(position), undefined);
    },
    find(key) {
      const fresh = waiting.get(key);
      if (fresh !== undefined) return fresh.value && deserialize(fresh.value);
      return file.attempt(() => {
        const row = statements().get.get(key, now() - DAY_MS);
        const value = row?.['value'];
        return value instanceof Uint8Array ? (deserialize(value) as unknown) : undefined;
      }, undefined);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      file.attempt(() => {
        while (waiting.size > 0) write();
      }, undefined);
      file[Symbol.dispose]();
    },
    copy: openLinkCopy({ file, now }),
  };
}
