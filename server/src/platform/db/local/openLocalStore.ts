import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../ports/Log.ts';
import { COPY_SCHEMA, type LinkCopy, openLinkCopy } from './openLinkCopy.ts';
import { type LocalFile, openLocalFile } from './openLocalFile.ts';
import { type Seen, SEEN_MS, SEEN_SCHEMA, writeSeen } from './writeSeen.ts';

/** What was looked up, on this machine's disk, for all its processes (docs/look-ups.md). Its functions never throw. */
export interface LocalStore extends Disposable {
  /** What answers in place of the database: a value, or null for none. Undefined: the database has to be asked. */
  current(key: string): object | null | undefined;
  /** The last known value, for when the database does not answer; undefined if there is none, or it is known to have changed. */
  find(key: string): object | undefined;
  /** Stores what was found, once every process has heard of the changes before it; deletes it at once if it is undefined. */
  keep(key: string, value: object | undefined): void;
  /** The value has changed: deletes it. A copied one stays until it is copied again, but is not found. */
  hear(key: string): void;
  /** Any value may have changed whose key begins with the scope and a space. They stay. */
  hearOf(scope: string): void;
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

const WRITE_MS = 1_000;
/**
 * How long a value waits to be stored. By then every process has heard of what had changed before it was looked up, and will not
 * delete it for that; and this one has heard of what has changed since, or knows that it hears nothing.
 */
const SETTLED_MS = 2_000;
/** Values that may wait to be stored; others are when they are next looked up. */
const MAX_WAITING = 20_000;
/** An older copy is not current: a silent connection is given up after one and a half seconds. */
const CURRENT_MS = 2_000;
/** Changes remembered for comparison with the copy, which soon has them. */
const MAX_HEARD = 20_000;

/** Opens the store in a folder; starts a new one if it is damaged or was written by another release or with another fill. */
export function openLocalStore(options: Options): LocalStore {
  const { folder, log, release, lockMs, now = Date.now } = options;
  const { fill = 'recent', maxEntries = 200_000 } = options;
  const file = openLocalFile({
    path: join(folder, NAME),
    writer: `${release} ${fill}`,
    schema: `${SEEN_SCHEMA}${COPY_SCHEMA}`,
    log,
    lockMs,
  });
  const seen: Seen = { values: new Map(), drops: new Set(), expiresAt: 0 };
  const heardAt: HeardAt = new Map();
  const write = (before: number) =>
    file.attempt(() => writeSeen(file, seen, { before, now: now(), maxEntries }), false);
  function writeSettled(): void {
    file.reopenReplaced();
    // Requests get their turn between batches.
    if (write(now() - SETTLED_MS)) setImmediate(writeSettled);
  }
  const timer = setInterval(writeSettled, WRITE_MS);
  timer.unref();
  return {
    current(key) {
      const known = fill === 'complete' ? read(file, key, now()) : undefined;
      if (!known?.isCurrent || hasChanged(heardAt, namesOf(key), known.readAt)) return undefined;
      if (known.value === undefined) return null;
      return known.isCopied ? known.value : undefined;
    },
    find(key) {
      const known = read(file, key, now());
      if (known?.isCopied && !hasChanged(heardAt, [key], known.readAt)) return known.value;
      const isGone = known?.isCopied || seen.drops.has(key);
      return seen.values.get(key)?.value ?? (isGone ? undefined : known?.value);
    },
    keep(key, value) {
      if (value === undefined) drop(seen, key);
      else if (seen.values.size < MAX_WAITING || seen.values.has(key)) {
        seen.values.set(key, { value, at: now() });
      }
    },
    hear(key) {
      note(heardAt, key, now());
      drop(seen, key);
    },
    hearOf(scope) {
      note(heardAt, scope, now());
      for (const key of seen.values.keys())
        if (key.startsWith(`${scope} `)) seen.values.delete(key);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      while (write(Infinity));
      file[Symbol.dispose]();
    },
    copy: openLinkCopy(file, now),
  };
}

function drop({ values, drops }: Seen, key: string): void {
  values.delete(key);
  if (drops.size < MAX_WAITING) drops.add(key);
}

/** When this process heard of a change of a key, of a scope or, by '', of any: the copy has it once it was read later. */
type HeardAt = Map<string, number>;

function note(heardAt: HeardAt, name: string, now: number): void {
  const isFull = heardAt.size >= MAX_HEARD;
  if (isFull) heardAt.clear();
  heardAt.set(isFull ? '' : name, now);
}

function hasChanged(heardAt: HeardAt, names: readonly string[], since: number): boolean {
  return names.some((name) => (heardAt.get(name) ?? -1) >= since);
}

const kindOf = (key: string) => key.slice(0, key.indexOf(' '));
const scopeOf = (key: string) => key.slice(0, key.lastIndexOf(' '));
/** A change of any of these is a change of the key. */
const namesOf = (key: string) => [key, scopeOf(key), kindOf(key), ''];

const FIND = `
  select value, round is not null as copied, (select read_at from copy) as read_at,
    exists (select 1 from recopies where scope in (?, ?)) as copying
  from (select 1) left join entries on key = ? and (seen_at is null or seen_at > ?)`;

/** What the file has of a key. */
function read(file: LocalFile, key: string, now: number) {
  return file.attempt(({ get, unpack }) => {
    const row = get(FIND, kindOf(key), scopeOf(key), key, now - SEEN_MS)!;
    const readAt = Number(row['read_at'] ?? 0);
    const age = now - readAt;
    const value = row['value'] as Uint8Array | null;
    return {
      value: value ? unpack(value) : undefined,
      isCopied: row['copied'] === 1,
      readAt,
      // A time to come means that the clock has been set back.
      isCurrent: row['copying'] === 0 && age >= 0 && age <= CURRENT_MS,
    };
  }, undefined);
}
