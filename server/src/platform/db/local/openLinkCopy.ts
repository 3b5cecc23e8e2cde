import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { LocalFile } from './openLocalFile.ts';
import type { Row } from '../Statements.ts';

/**
 * The local store's filling with everything (docs/look-ups.md), by one process of the machine. Except for `state`, its
 * functions throw.
 */
export interface LinkCopy {
  /** Undefined if there is no copy. */
  state(): CopyState | undefined;
  /** Copies everything again, by scope; what was copied before stays until then, for when the database is down. */
  begin(source: string, position: number, scopes: readonly string[]): void;
  /** Stores values, and deletes those that are undefined. */
  put(entries: readonly Entry[]): Promise<void>;
  /**
   * Every change that had been committed at `readAt` is in the copy, except those of scopes to be copied again. Throws if there is
   * no copy any more.
   */
  reach(reached: Reached): void;
  /** What is to be copied next, if something is due. */
  nextRecopy(): Recopy | undefined;
  /** A page of it is stored: everything up to `after`. */
  notePage(recopy: Recopy, after: string): void;
  /** All of it is stored: deletes what the database no longer has. Takes seconds for a million values. */
  finish(recopy: Recopy): Promise<void>;
}

type Entry = readonly [key: string, value: object | undefined];

interface CopyState {
  /** The database that it is a copy of. */
  readonly source: string;
  /** All changes of transactions below it are in the copy, as in `followChanges`. */
  readonly position: number;
  readonly complete: boolean;
  /** Every change committed before this time is in the copy. Milliseconds since the epoch. */
  readonly readAt: number;
  readonly bytes: number;
}

interface Reached {
  readonly position: number;
  readonly readAt: number;
  readonly again: Iterable<string>;
}

/** Values whose keys begin with the scope and a space are read again, page by page; then those not found are deleted. */
interface Recopy {
  readonly scope: string;
  /** Values that are stored from now on are of this round. */
  readonly round: number;
  readonly after: string;
}

/** `recopies`: what has to be read again; of round 0 if it has not begun. */
export const COPY_SCHEMA = `
  create table copy (
    only_one integer primary key check (only_one = 1),
    source text not null,
    position integer not null,
    round integer not null,
    read_at integer not null
  );
  create table recopies (
    scope text not null,
    round integer not null default 0,
    after text not null default '',
    due_at integer not null,
    unique (scope, round)
  );`;

/** Values per transaction: requests wait until it is finished. */
const TOGETHER = 200;
/** Values that a step of `finish` looks at. */
const STEP = 2_000;
/** A project that changes all the time is copied again with pauses. */
const PAUSE_MS = 1_000;

const STATE = `
  select source, position, read_at, not exists (select 1 from recopies where scope not like '% %') as complete
  from copy`;
const BEGIN = `
  insert into copy (only_one, source, position, round, read_at) values (1, ?, ?, 1, 0)
  on conflict (only_one) do update set source = excluded.source, position = excluded.position, read_at = 0`;
// If it is due already and has not begun, it will read what has changed anyway.
const SCHEDULE = 'insert into recopies (scope, due_at) values (?, ?) on conflict do nothing';
const DUE = 'select scope, round, after from recopies where due_at <= ? order by rowid limit 1';
const PUT = `
  insert into entries (key, value, round) values (?, ?, (select round from copy))
  on conflict (key) do update set value = excluded.value, round = excluded.round, seen_at = null`;
const DELETE = 'delete from entries where key = ?';
const STEP_END = 'select key from entries where key > ? and key < ? order by key limit 1 offset ?';
// Those without a round were seen here, and not copied.
const SWEEP = 'delete from entries where key > ? and key <= ? and coalesce(round, 0) < ?';

export function openLinkCopy(file: LocalFile, now: () => number): LinkCopy {
  return {
    state: () => file.attempt(({ get }) => readState(get(STATE), file.path), undefined),
    begin(source, position, scopes) {
      file.write(({ run }) => {
        run(BEGIN, source, position);
        run('delete from recopies');
        for (const scope of scopes) run(SCHEDULE, scope, 0);
      });
    },
    async put(entries) {
      for (let from = 0; from < entries.length; from += TOGETHER) {
        file.write(({ run, pack }) => {
          for (const [key, value] of entries.slice(from, from + TOGETHER)) {
            if (value === undefined) run(DELETE, key);
            else run(PUT, key, pack(value));
          }
        });
        await setImmediate();
      }
    },
    reach({ position, readAt, again }) {
      file.write(({ run }) => {
        for (const scope of again) run(SCHEDULE, scope, now() + PAUSE_MS);
        if (run('update copy set position = ?, read_at = ?', position, readAt) === 0) {
          throw new Error('The file was lost, and an empty one has taken its place');
        }
      });
    },
    nextRecopy: () =>
      file.write(({ get, run }) => {
        const due = get(DUE, now()) as unknown as Recopy | undefined;
        if (due === undefined || due.round > 0) return due;
        // Not when it was scheduled: what was stored since then may be gone, too.
        const round = Number(get('update copy set round = round + 1 returning round')!['round']);
        run('update recopies set round = ? where scope = ? and round = 0', round, due.scope);
        return { ...due, round };
      }),
    notePage({ scope, round }, after) {
      file.write(({ run }) =>
        run('update recopies set after = ? where scope = ? and round = ?', after, scope, round),
      );
    },
    async finish({ scope, round }) {
      // Above every key that begins with the scope and a space.
      const last = `${scope}!`;
      for (let after = `${scope} `; after !== last; await setImmediate()) {
        const end = file.write(({ get, run }) => {
          const found = String(get(STEP_END, after, last, STEP)?.['key'] ?? last);
          run(SWEEP, after, found, round);
          return found;
        });
        after = end;
      }
      file.write(({ run }) =>
        run('delete from recopies where scope = ? and round = ?', scope, round),
      );
    },
  };
}

function readState(row: Row | undefined, path: string): CopyState | undefined {
  return (
    row && {
      source: String(row['source']),
      position: Number(row['position']),
      complete: row['complete'] === 1,
      readAt: Number(row['read_at']),
      bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    }
  );
}
