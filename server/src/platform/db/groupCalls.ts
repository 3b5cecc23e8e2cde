import { CompiledQuery } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { Problem } from '../lib/Problem.ts';
import type { Db } from './Db.ts';
import { isSqlstate } from './sqlstates.ts';

/**
 * One statement for any number of calls: `$1` is a JSON array of them, each with its position `n`. It returns at
 * most one row for each, with its `n`; a call that has to be handled on its own has none.
 */
export interface GroupStatement<Given = never, Row = never> {
  readonly name: string;
  readonly text: string;
  /** Never set: only carries the types of a call and of its row. */
  readonly carries?: { readonly given: Given; readonly row: Row };
}

/**
 * Runs a statement that has a row for every call, for calls that one caller makes at once: on the connection or in the
 * transaction of `db`. Returns their rows, in their order.
 */
export async function askAll<Given extends object, Row extends object>(
  db: Db,
  { name, text }: GroupStatement<Given, Row>,
  calls: readonly Given[],
): Promise<Row[]> {
  const given = toJson(calls.map((call, n) => ({ n, ...call })));
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [given]));
  const byPlace = new Map((rows as (Row & Placed)[]).map((row) => [row.n, row]));
  return calls.map((_, n) => byPlace.get(n) ?? missing(name));
}

function missing(name: string): never {
  throw new Error(`${name} has no row for every call`);
}

/** What keeps a call apart from others. */
interface Apart {
  /** Calls with the same key never share a statement. */
  readonly key?: string;
  /** The project whose rows it locks: if another transaction has locked them, calls of other owners do not wait. */
  readonly owner?: string;
}

export interface CallGroup<Given, Row> {
  /**
   * Runs a call together with simultaneous ones: one statement, one commit. Undefined if it has no row, or the
   * database refused the whole group: then nothing has changed, and the caller handles it on its own. Throws if the
   * outcome is unknown, and UNAVAILABLE if the rows of its owner stay locked for long.
   */
  call(given: Given, apart?: Apart): Promise<Row | undefined>;
  /**
   * The same for a statement that has a row for every call: if a group was refused, each of its calls is run again on
   * its own.
   */
  ask(given: Given, apart?: Apart): Promise<Row>;
  /** Calls that have not started yet. */
  waiting(): number;
}

interface Placed {
  readonly n: number;
}

interface Waiting<Row> extends Apart {
  /** As JSON, without the opening brace. */
  readonly given: string;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** While one group is in progress, the next one gathers; a second lane keeps the database busy meanwhile. */
const LANES = 2;
/** Enough to share a commit, and few enough that a refused group is quickly processed one by one. */
const MAX_GROUP = 64;

/** How long a group waits for a lock, on connections meant for groups (`connectGroups`). */
export const LOCK_MS = 200;
/** How long the calls of one owner then wait for it by themselves. */
const OWNER_LOCK_MS = 3_000;

/** NUL and lone surrogates, which PostgreSQL's JSON refuses: they must only affect their sender. */
const UNFIT = /\\u(?:0000|d[89a-f])/;

/** JSON for PostgreSQL, with U+FFFD for a lone surrogate, as in every text that is sent to it. */
function toJson(value: object): string {
  const json = JSON.stringify(value);
  return UNFIT.test(json) ? json.replaceAll(/\\(?:ud[89a-f]..|.)/g, wellFormed) : json;
}

function wellFormed(escape: string): string {
  return escape.startsWith(String.raw`\ud`) ? '\ufffd' : escape;
}

/** Gathers calls that arrive in one turn of the event loop, and those that arrive while all lanes are busy. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function groupCalls<Given extends object, Row extends object>(
  pool: Pool,
  { name, text }: GroupStatement<Given, Row>,
): CallGroup<Given, Row> {
  let queue: Waiting<Row>[] = [];
  const keysUnderWay = new Set<string>();
  /** Owners whose rows are locked: their calls wait for that by themselves. */
  const locked = new Set<string>();
  let busyLanes = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || busyLanes === LANES || queue.length === 0) return;
    scheduled = true;
    setImmediate(begin);
  }

  function begin(): void {
    scheduled = false;
    const group = take();
    // Everything left is waiting for its key or owner.
    if (group.length === 0) return;
    busyLanes += 1;
    void run(group).finally(() => {
      busyLanes -= 1;
      for (const { key } of group) if (key !== undefined) keysUnderWay.delete(key);
      schedule();
    });
    schedule();
  }

  function take(): Waiting<Row>[] {
    const group: Waiting<Row>[] = [];
    const rest: Waiting<Row>[] = [];
    for (const each of queue) {
      const isFree =
        (each.key === undefined || !keysUnderWay.has(each.key)) &&
        (each.owner === undefined || !locked.has(each.owner));
      if (!isFree || group.length === MAX_GROUP) {
        rest.push(each);
        continue;
      }
      if (each.key !== undefined) keysUnderWay.add(each.key);
      group.push(each);
    }
    queue = rest;
    return group;
  }

  async function run(group: readonly Waiting<Row>[]): Promise<void> {
    try {
      settle(group, await ask(pool, group));
    } catch (error) {
      if (isSqlstate(error, 'lockNotAvailable')) return runApart(group);
      fail(group, error);
    }
  }

  function settle(group: readonly Waiting<Row>[], rows: readonly (Row & Placed)[]): void {
    const byPlace = new Map(rows.map((row) => [row.n, row]));
    for (const [n, each] of group.entries()) each.resolve(byPlace.get(n));
  }

  function fail(group: readonly Waiting<Row>[], error: unknown): void {
    for (const each of group) {
      if (isRefused(error)) each.resolve(undefined);
      else each.reject(error);
    }
  }

  /** Without a lane: one owner's lock keeps nobody else waiting. */
  function runApart(group: readonly Waiting<Row>[]): void {
    for (const [owner, calls] of Map.groupBy(group, (each) => each.owner)) {
      if (owner === undefined) {
        for (const each of calls) each.resolve(undefined);
        continue;
      }
      locked.add(owner);
      void runPatiently(calls).finally(() => {
        locked.delete(owner);
        schedule();
      });
    }
  }

  async function runPatiently(group: readonly Waiting<Row>[]): Promise<void> {
    try {
      settle(group, await withPatience(pool, (client) => ask(client, group)));
    } catch (error) {
      fail(group, error);
    }
  }

  function ask(db: Pool | PoolClient, group: readonly Waiting<Row>[]): Promise<(Row & Placed)[]> {
    return query(db, `[${group.map((each, n) => `{"n":${n},${each.given}`).join()}]`);
  }

  async function query(db: Pool | PoolClient, given: string): Promise<(Row & Placed)[]> {
    const { rows } = await db.query<Row & Placed>({ name, text, values: [given] });
    return rows;
  }

  async function call(given: Given, apart: Apart = {}): Promise<Row | undefined> {
    const json = JSON.stringify(given);
    if (UNFIT.test(json)) return undefined;
    const { promise, resolve, reject } = Promise.withResolvers<Row | undefined>();
    queue.push({ ...apart, given: json.slice(1), resolve, reject });
    schedule();
    return promise;
  }

  return {
    call,
    async ask(given, apart) {
      const row = await call(given, apart);
      if (row) return row;
      const alone = toJson([{ n: 0, ...given }]);
      const [own] = await query(pool, alone).catch((error: unknown) => {
        if (!isSqlstate(error, 'lockNotAvailable')) throw error;
        return withPatience(pool, (client) => query(client, alone));
      });
      return own ?? missing(name);
    },
    waiting: () => queue.length,
  };
}

/** A failed statement has changed nothing. One whose connection ended may have been committed. */
function isRefused(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

async function withPatience<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${OWNER_LOCK_MS}`);
    const done = await work(client);
    await client.query('commit');
    broken = false;
    return done;
  } catch (error) {
    throw isSqlstate(error, 'lockNotAvailable') ? lockedFor(error) : error;
  } finally {
    // In the middle of a transaction it is of no use to others.
    client.release(broken);
  }
}

function lockedFor(cause: unknown): Problem {
  const problem = new Problem(
    'UNAVAILABLE',
    'Another change to this project takes long; try again in a moment',
    { 'retry-after': '5' },
  );
  problem.cause = cause;
  return problem;
}
