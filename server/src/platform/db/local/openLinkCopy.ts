import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { LocalFile, Sql } from './openLocalFile.ts';

/**
 * The local store's filling with everything (docs/look-ups.md), by one process of the machine. Except for `state`, its
 * functions throw.
 */
export interface LinkCopy {
  /** Undefined if there is no copy. */
  state(): CopyState | undefined;
  /** Copies everything again; what was copied before stays until then, for when the database is down. */
  begin(source: string, position: number): void;
  /** Stores values, and deletes those that are undefined. */
  put(entries: readonly Entry[]): Promise<void>;
  /**
   * Every change that had been committed at `readAt` is in the copy, except those of scopes to be copied again. Throws if there is
   * no copy any more.
   */
  reach(reached: Reached): void;
  /** What is to be copied next, if something is due. */
  nextRecopy(): Recopy | undefined;
  /** A page of it is stored: everything up to `after`, or all of it. */
  notePage(recopy: Recopy, after: string | undefined): void;
  /** Deletes some of what the database no longer has. */
  sweep(recopy: Recopy): void;
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
  /** Where the search for values of earlier rounds goes on; null until every page is stored. */
  readonly swept: string | null;
}

/** Copied in this order. */
const KINDS = ['project', 'scheme', 'domain', 'key', 'link'];

/** `recopies`: what has to be read again; of round 0 if it has not begun. `whole`: the kinds of which everything is there. */
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
    swept text,
    due_at integer not null,
    unique (scope, round)
  );
  create view whole as
    select column1 as kind from (values ${KINDS.map((kind) => `('${kind}')`).join(', ')})
    where exists (select 1 from copy)
      and column1 not in (select scope from recopies where swept is null);`;

/** Values per transaction: requests wait until it is finished. */
const TOGETHER = 200;
/** Keys that a step of a sweep looks at. */
const SWEPT = 2_000;
/** A project that changes all the time is copied again with pauses. */
const PAUSE_MS = 1_000;

// oxlint-disable-next-line max-lines-per-function -- a list of the writer's steps, each with its statement
export function openLinkCopy(file: LocalFile, now: () => number): LinkCopy {
  // If it is due already and has not begun, it will read what has changed anyway.
  const schedule = ({ run }: Sql, scope: string, dueAt: number) =>
    run('insert into recopies (scope, due_at) values (?, ?) on conflict do nothing', scope, dueAt);
  const noteStep = ({ run }: Sql, { scope, round }: Recopy, after: string, swept: string | null) =>
    run(
      'update recopies set after = ?, swept = ? where scope = ? and round = ?',
      after,
      swept,
      scope,
      round,
    );
  return {
    state: () =>
      file.attempt(({ get }) => {
        const row = get(`
          select source, position, read_at,
            not exists (select 1 from recopies where scope not like '% %') as complete
          from copy`);
        return (
          row && {
            source: String(row['source']),
            position: Number(row['position']),
            complete: row['complete'] === 1,
            readAt: Number(row['read_at']),
            bytes: statSync(file.path, { throwIfNoEntry: false })?.size ?? 0,
          }
        );
      }, undefined),
    begin(source, position) {
      file.write((sql) => {
        sql.run(
          `insert into copy (only_one, source, position, round, read_at) values (1, ?, ?, 1, 0)
           on conflict (only_one) do update set source = excluded.source, position = excluded.position, read_at = 0`,
          source,
          position,
        );
        sql.run('delete from recopies');
        for (const kind of KINDS) schedule(sql, kind, 0);
      });
    },
    async put(entries) {
      for (let from = 0; from < entries.length; from += TOGETHER) {
        file.write(({ run, pack }) => {
          for (const [key, value] of entries.slice(from, from + TOGETHER)) {
            if (value === undefined) run(DELETE, key);
            else run(COPY, key, pack(value));
          }
        });
        await setImmediate();
      }
    },
    reach({ position, readAt, again }) {
      file.write((sql) => {
        for (const scope of again) schedule(sql, scope, now() + PAUSE_MS);
        if (sql.run('update copy set position = ?, read_at = ?', position, readAt) === 0) {
          throw new Error('The file was lost, and an empty one has taken its place');
        }
      });
    },
    nextRecopy: () =>
      file.write(({ get, run }) => {
        const due = get(
          'select scope, round, after, swept from recopies where due_at <= ? order by rowid limit 1',
          now(),
        ) as unknown as Recopy | undefined;
        if (due === undefined || due.round > 0) return due;
        // Not when it was scheduled: what was stored since then may be gone, too.
        const round = Number(get('update copy set round = round + 1 returning round')!['round']);
        run('update recopies set round = ? where scope = ? and round = 0', round, due.scope);
        return { ...due, round };
      }),
    notePage(recopy, after) {
      file.write((sql) => noteStep(sql, recopy, after ?? '', after === undefined ? '' : null));
    },
    sweep(recopy) {
      const { scope, round, swept } = recopy;
      file.write((sql) => {
        // Above every key that begins with the scope and a space.
        const end = `${scope}!`;
        const keys = sql.all(
          'select key, round from entries where key > ? and key < ? order by key limit ?',
          swept || `${scope} `,
          end,
          SWEPT,
        );
        for (const row of keys) {
          // Those without a round were seen here, and not copied.
          if (Number(row['round'] ?? 0) < round) sql.run(DELETE, row['key']!);
        }
        if (keys.length === SWEPT) noteStep(sql, recopy, '', String(keys.at(-1)!['key']));
        else sql.run('delete from recopies where scope = ? and round = ?', scope, round);
      });
    },
  };
}

const DELETE = 'delete from entries where key = ?';
const COPY = `
  insert into entries (key, value, round) values (?, ?, (select round from copy))
  on conflict (key) do update set value = excluded.value, round = excluded.round, position = null, seen_at = null`;
