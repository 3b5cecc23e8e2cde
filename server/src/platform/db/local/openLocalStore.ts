import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../ports/Log.ts';
import { COPY_SCHEMA, type LinkCopy, openLinkCopy } from './openLinkCopy.ts';
import { openLocalFile } from './openLocalFile.ts';

/** What was looked up, on this machine's disk, for all its processes (docs/look-ups.md). Its functions never throw. */
export interface LocalStore extends Disposable {
  /** What answers in place of the database: a value, or null for none. Undefined: the database has to be asked. */
  current(key: string): object | null | undefined;
  /** The last known value, for when the database does not answer; undefined if there is none, or it is known to have changed. */
  find(key: string): object | undefined;
  /**
   * Stores what was found within a second, or deletes it if it is undefined. `position`: every change of a transaction below it
   * had been heard of when the value was read (`ChangeHandlers.onRead`); without it, any change deletes the value.
   */
  keep(key: string, value: object | undefined, position?: number): void;
  /**
   * The value has changed: deletes it, unless whichever process kept it had heard of this transaction's change. Default: in any
   * case.
   */
  hear(key: string, transaction?: number): void;
  /** Any value may have changed whose key begins with the scope and a space; default: any at all. They stay. */
  hearOf(scope?: string): void;
  /** Positions above it are of another database, such as the one that was moved from: any change deletes those values. */
  distrustAbove(position: number): void;
  readonly copy: LinkCopy;
}

interface Options {
  readonly folder: string;
  readonly log: Log;
  /** The release that stores values: another one may use other shapes. */
  readonly release: string;
  /** What fills it: what is kept, or `copy` too, with everything. Default: `recent`. */
  readonly fill?: 'recent' | 'complete';
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Of those kept. */
  readonly maxEntries?: number;
  /** As of the file. */
  readonly lockMs?: number;
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
/** An older copy is not current: a silent connection is given up after one and a half seconds. */
const CURRENT_MS = 2_000;
/** Changes remembered for comparison with the copy, which soon has them. */
const MAX_HEARD = 20_000;

/** Kept values have a position and a time, copied ones a round. */
const SCHEMA = `
  create table entries (
    key text not null unique,
    value blob not null,
    position integer,
    seen_at integer,
    round integer
  );
  create index entries_by_time on entries (seen_at) where seen_at is not null;
  ${COPY_SCHEMA}`;

// What has not changed is written once an hour: its earlier position is as good, since no change has deleted it.
const KEEP = `
  insert into entries as known (key, value, position, seen_at)
  select ?1, ?2, ?3, ?4 where substr(?1, 1, instr(?1, ' ') - 1) not in (select kind from whole)
  on conflict (key) do update set value = excluded.value, position = excluded.position, seen_at = excluded.seen_at
  where known.round is null and (known.value <> excluded.value or known.seen_at < excluded.seen_at - ${HOUR_MS})`;
const DROP = 'delete from entries where key = ? and position <= ?';
const DISTRUST = 'update entries set position = 0 where seen_at > 0 and position > ?';
const EXPIRE = `
  delete from entries where seen_at < ? or seen_at <= (
    select seen_at from entries where seen_at > 0 order by seen_at desc limit 1 offset ?)`;
const FIND = `
  select value, round is not null as copied, (select read_at from copy) as read_at,
    exists (select 1 from recopies where scope in (?, ?)) as copying
  from (select 1) left join entries on key = ? and (seen_at is null or seen_at > ?)`;

/** What is to be written: a drop, a value, or a value after a drop. */
interface Waiting {
  readonly value: object | undefined;
  readonly position: number;
  readonly droppedBy: number | undefined;
}

interface Row {
  readonly value: Uint8Array | null;
  readonly copied: 0 | 1;
  readonly read_at: number | null;
  readonly copying: 0 | 1;
}

/** Opens the store in a folder; starts a new one if it is damaged or was written by another release or with another fill. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function openLocalStore(options: Options): LocalStore {
  const { folder, log, release, lockMs, now = Date.now } = options;
  const { fill = 'recent', maxEntries = 200_000 } = options;
  const file = openLocalFile({
    path: join(folder, NAME),
    writer: `${release} ${fill}`,
    schema: SCHEMA,
    log,
    lockMs,
  });
  const copy = openLinkCopy(file, now);
  const waiting = new Map<string, Waiting>();
  /** When this process heard of a change of a key, of a scope or, by '', of any: the copy has it once it was read later. */
  const heardAt = new Map<string, number>();
  let expiresAt = 0;

  function write(): void {
    const batch = [...waiting].slice(0, TOGETHER);
    file.write(({ run, pack }) => {
      for (const [key, { value, position, droppedBy }] of batch) {
        if (droppedBy !== undefined) run(DROP, key, droppedBy);
        if (value !== undefined) run(KEEP, key, pack(value), position, now());
      }
      if (now() > expiresAt) {
        run(EXPIRE, now() - DAY_MS, maxEntries);
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

  function note(name: string): void {
    if (fill === 'recent') return;
    if (heardAt.size >= MAX_HEARD) {
      const readAt = copy.state()?.readAt ?? 0;
      for (const [each, at] of heardAt) if (at < readAt) heardAt.delete(each);
    }
    const isFull = heardAt.size >= MAX_HEARD;
    if (isFull) heardAt.clear();
    heardAt.set(isFull ? '' : name, now());
  }

  function read(key: string) {
    const [kind, scope] = [key.slice(0, key.indexOf(' ')), key.slice(0, key.lastIndexOf(' '))];
    return file.attempt(({ get, unpack }) => {
      const row = get(FIND, kind, scope, key, now() - DAY_MS) as unknown as Row;
      const readAt = row.read_at ?? 0;
      const knows = (name: string) => (heardAt.get(name) ?? -1) < readAt;
      const age = now() - readAt;
      return {
        value: row.value ? unpack(row.value) : undefined,
        // A time to come means that the clock has been set back.
        isCurrent:
          row.copying === 0 && age >= 0 && age <= CURRENT_MS && [key, scope, kind, ''].every(knows),
        isCopied: row.copied === 1,
        isChanged: !knows(key),
      };
    }, undefined);
  }

  const timer = setInterval(writeAll, WRITE_MS);
  timer.unref();
  return {
    current(key) {
      const known = fill === 'complete' ? read(key) : undefined;
      return known?.isCurrent ? (known.value ?? null) : undefined;
    },
    find(key) {
      const known = read(key);
      if (known?.isCopied) return known.isChanged ? undefined : known.value;
      const fresh = waiting.get(key);
      return fresh === undefined ? known?.value : fresh.value;
    },
    keep(key, value, position = 0) {
      const before = waiting.get(key)?.droppedBy;
      const droppedBy = value === undefined ? Number.MAX_SAFE_INTEGER : before;
      wait(key, { value, position, droppedBy });
    },
    hear(key, transaction = Number.MAX_SAFE_INTEGER) {
      note(key);
      const droppedBy = Math.max(waiting.get(key)?.droppedBy ?? 0, transaction);
      wait(key, { value: undefined, position: 0, droppedBy });
    },
    hearOf: (scope = '') => note(scope),
    distrustAbove(position) {
      file.attempt(({ run }) => void run(DISTRUST, position), undefined);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      file.attempt(() => {
        while (waiting.size > 0) write();
      }, undefined);
      file[Symbol.dispose]();
    },
    copy,
  };
}
