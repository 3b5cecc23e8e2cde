import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { LocalFile } from './openLocalFile.ts';
import { createPacking, PACKING_SCHEMA } from './packValues.ts';

/**
 * A complete copy of what link domains need, in the file of the local store (ADR 32). One process of the machine writes
 * it, all of them read it. Readers' functions never throw; writers' functions do.
 */
export interface LinkCopy extends LinkCopyWriter {
  /** The value of a key. `scope`: the copy cannot be trusted while this is copied again. */
  find(key: string, scope: string): Copied;
  /** The values whose keys begin with the prefix, which ends with a space. */
  list(prefix: string, limit: number): Copied;
  /** Undefined if there is no copy. */
  state(): CopyState | undefined;
}

export interface Copied {
  /** Those found: none or one, or several for a list. */
  readonly values: readonly unknown[];
  /** The copy is complete, and contained every change as of two seconds ago or later. */
  readonly current: boolean;
  readonly complete: boolean;
  /** Every change committed before this time is in the copy. Milliseconds since the epoch. */
  readonly readAt: number;
}

interface CopyState {
  /** The database that it is a copy of. */
  readonly source: string;
  /** All changes of transactions below it are in the copy, as in `followChanges`. */
  readonly position: number;
  readonly complete: boolean;
  readonly readAt: number;
  readonly bytes: number;
}

interface LinkCopyWriter {
  /** Copies everything again; what was copied before stays until then, for when the database is down. */
  begin(source: string, position: number): void;
  /** Stores values, and deletes those that are undefined. */
  put(entries: readonly Entry[]): Promise<void>;
  /**
   * Every change that had been committed at `readAt` is in the copy, except those of scopes to be copied again. Throws if there is
   * no copy any more.
   */
  reach(reached: Reached): void;
  /** What is to be copied again next, if something is due. */
  nextRecopy(): Recopy | undefined;
  /** A page of it is stored: everything up to `after`, or all of it. */
  notePage(recopy: Recopy, after: string | undefined): void;
  /** Deletes some of what the database no longer has. */
  sweep(recopy: Recopy): void;
}

export type Entry = readonly [key: string, value: object | undefined];

interface Reached {
  readonly position: number;
  readonly readAt: number;
  readonly again: Iterable<string>;
}

/** Values whose keys begin with the scope and a space are read again, page by page; then those not found are deleted. */
export interface Recopy {
  readonly scope: string;
  readonly round: number;
  readonly phase: 'due' | 'copy' | 'sweep';
  readonly after: string;
}

/** Copied in this order. */
const EVERYTHING = ['project', 'scheme', 'domain', 'key', 'link'] as const;

/** A value is of the round in which it was last read; `recopies` is what has to be read again. */
export const COPY_SCHEMA = `
  create table copied (key text not null unique, value blob not null, round integer not null);
  create table copy (
    only_one integer primary key check (only_one = 1),
    source text not null,
    position integer not null,
    round integer not null,
    read_at integer not null,
    complete integer not null
  );
  create table recopies (
    scope text not null unique,
    round integer not null,
    phase text not null,
    after text not null,
    again integer not null default 0,
    due_at integer not null
  );
  ${PACKING_SCHEMA}`;

/** Older copies are not trusted: a silent connection is given up after one and a half seconds. */
const CURRENT_MS = 2_000;
/** Values per transaction: requests wait until it is finished. */
const TOGETHER = 200;
/** Keys that a step of a sweep looks at. */
const SWEPT = 2_000;
/** A project that changes all the time is copied again with pauses. */
const PAUSE_MS = 1_000;

const NOTHING: Copied = { values: [], current: false, complete: false, readAt: 0 };

// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function openLinkCopy({ file, now }: { file: LocalFile; now: () => number }): LinkCopy {
  const statements = file.prepared(prepareStatements);
  const packing = createPacking(file);

  function readRows(rows: readonly Row[]): Copied {
    const [first] = rows;
    if (first === undefined) return NOTHING;
    const { read_at: readAt, complete, again } = first;
    const age = now() - readAt;
    return {
      values: rows.flatMap(({ value }) => (value === null ? [] : [packing.unpack(value)])),
      complete: complete === 1,
      // A time to come means that the clock has been set back.
      current: complete === 1 && again !== 1 && age >= 0 && age <= CURRENT_MS,
      readAt,
    };
  }

  function nextRound(): number {
    return Number(statements().nextRound.get()!['round']);
  }

  function schedule(scope: string, dueAt: number): void {
    statements().addRecopy.run(scope, dueAt);
  }

  function finish({ scope }: Recopy): void {
    const { removeRecopy, noteComplete } = statements();
    // A change may have been reported since the recopy was handed out.
    const again = removeRecopy.get(scope)?.['again'] === 1;
    if (again) schedule(scope, now() + PAUSE_MS);
    noteComplete.run();
  }

  return {
    find: (key, scope) =>
      file.attempt(() => readRows(statements().find.all(scope, key) as never), NOTHING),
    list: (prefix, limit) =>
      file.attempt(
        () => readRows(statements().list.all(prefix, endOf(prefix), limit) as never),
        NOTHING,
      ),
    state: () =>
      file.attempt(() => {
        const row = statements().state.get();
        if (row === undefined) return undefined;
        return {
          source: String(row['source']),
          position: Number(row['position']),
          complete: row['complete'] === 1,
          readAt: Number(row['read_at']),
          bytes: statSync(file.path, { throwIfNoEntry: false })?.size ?? 0,
        };
      }, undefined),
    begin(source, position) {
      file.write(() => {
        const { begin, clearRecopies } = statements();
        begin.run(source, position);
        clearRecopies.run();
        for (const scope of EVERYTHING) schedule(scope, 0);
      });
    },
    async put(entries) {
      for (let from = 0; from < entries.length; from += TOGETHER) {
        file.write(() => {
          const { put, drop } = statements();
          for (const [key, value] of entries.slice(from, from + TOGETHER)) {
            if (value === undefined) drop.run(key);
            else put.run(key, packing.pack(value));
          }
        });
        await setImmediate();
      }
    },
    reach({ position, readAt, again }) {
      file.write(() => {
        const { reach, askAgain } = statements();
        for (const scope of again) if (askAgain.run(scope).changes === 0) schedule(scope, 0);
        if (reach.run(position, readAt).changes === 0) {
          throw new Error('The file was lost, and an empty one has taken its place');
        }
      });
    },
    nextRecopy() {
      const due = statements().nextRecopy.get(now()) as unknown as Recopy | undefined;
      if (due === undefined || due.phase !== 'due') return due;
      // Not when it was scheduled: what was stored since then may be gone, too.
      return file.write(() => {
        const round = nextRound();
        statements().beginRecopy.run(round, due.scope);
        return { ...due, round, phase: 'copy' };
      });
    },
    notePage({ scope }, after) {
      file.write(() => {
        if (after === undefined) statements().noteStep.run('sweep', '', scope);
        else statements().noteStep.run('copy', after, scope);
      });
    },
    sweep(recopy) {
      const prefix = `${recopy.scope} `;
      file.write(() => {
        const { keys, drop, noteStep } = statements();
        const seen = keys.all(recopy.after || prefix, endOf(prefix), SWEPT);
        for (const { key, round } of seen) {
          if (Number(round) < recopy.round) drop.run(String(key));
        }
        if (seen.length < SWEPT) finish(recopy);
        else noteStep.run('sweep', String(seen.at(-1)!['key']), recopy.scope);
      });
    },
  };
}

interface Row {
  readonly value: Uint8Array | null;
  readonly complete: number;
  readonly read_at: number;
  readonly again?: number;
}

/** Above every key that begins with the prefix and its space. */
function endOf(prefix: string): string {
  return `${prefix.slice(0, -1)}!`;
}

function prepareStatements(file: DatabaseSync) {
  const everything = EVERYTHING.map((scope) => `'${scope}'`).join(', ');
  return {
    find: file.prepare(`
      select copied.value, copy.complete, copy.read_at,
        exists (select 1 from recopies where scope = ?) as again
      from copy left join copied on copied.key = ?`),
    list: file.prepare(`
      select copied.value, copy.complete, copy.read_at
      from copy left join copied on copied.key > ? and copied.key < ? limit ?`),
    state: file.prepare('select source, position, complete, read_at from copy'),
    begin: file.prepare(`
      insert into copy (only_one, source, position, round, read_at, complete) values (1, ?, ?, 1, 0, 0)
      on conflict (only_one) do update set
        source = excluded.source, position = excluded.position, read_at = 0, complete = 0`),
    nextRound: file.prepare('update copy set round = round + 1 returning round'),
    clearRecopies: file.prepare('delete from recopies'),
    addRecopy: file.prepare(
      `insert into recopies (scope, round, phase, after, due_at) values (?, 0, 'due', '', ?)`,
    ),
    // If it has not begun, it will read what has changed anyway.
    askAgain: file.prepare(`update recopies set again = (phase <> 'due') where scope = ?`),
    beginRecopy: file.prepare(`update recopies set phase = 'copy', round = ? where scope = ?`),
    removeRecopy: file.prepare('delete from recopies where scope = ? returning again'),
    noteComplete: file.prepare(
      `update copy set complete = 1 where not exists (select 1 from recopies where scope in (${everything}))`,
    ),
    nextRecopy: file.prepare(
      'select scope, round, phase, after from recopies where due_at <= ? order by rowid limit 1',
    ),
    noteStep: file.prepare('update recopies set phase = ?, after = ? where scope = ?'),
    reach: file.prepare('update copy set position = ?, read_at = ?'),
    put: file.prepare(`
      insert into copied (key, value, round) values (?, ?, (select round from copy))
      on conflict (key) do update set value = excluded.value, round = excluded.round`),
    drop: file.prepare('delete from copied where key = ?'),
    keys: file.prepare(
      'select key, round from copied where key > ? and key < ? order by key limit ?',
    ),
  };
}
