import { DatabaseError, type Pool } from 'pg';

/**
 * One statement for any number of calls: `$1` is a JSON array of them, each with its position `n`. It returns at
 * most one row for each, with its `n`; a call that has to be handled on its own has none.
 */
export interface GroupStatement {
  readonly name: string;
  readonly text: string;
}

export interface CallGroup<Given, Row> {
  /**
   * Runs a call together with simultaneous ones: one statement, one commit. Undefined if it has no row, or the
   * database refused the whole group: then nothing has changed, and the caller handles it on its own. Calls with the
   * same `key` never share a statement. Throws if the outcome is unknown.
   */
  call(given: Given, key?: string): Promise<Row | undefined>;
  /**
   * The same for a statement that has a row for every call: if a group was refused, each of its calls is run again on
   * its own.
   */
  ask(given: Given): Promise<Row>;
  /** Calls that have not started yet. */
  waiting(): number;
}

interface Waiting<Row> {
  /** As JSON, without the opening brace. */
  readonly given: string;
  readonly key: string | undefined;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** While one group is in progress, the next one gathers; a second lane keeps the database busy meanwhile. */
const LANES = 2;
/** Enough to share a commit, and few enough that a refused group is quickly processed one by one. */
const MAX_GROUP = 64;

/** NUL and lone surrogates, which PostgreSQL's JSON refuses: they must only affect their sender. */
const UNFIT = /\\u(?:0000|d[89a-f])/;

/** Gathers calls that arrive in one turn of the event loop, and those that arrive while all lanes are busy. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function groupCalls<Given extends object, Row extends { readonly n: number }>(
  pool: Pool,
  { name, text }: GroupStatement,
): CallGroup<Given, Row> {
  let queue: Waiting<Row>[] = [];
  const keysUnderWay = new Set<string>();
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
    // Everything left is waiting for its key.
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
      const isFree = each.key === undefined || !keysUnderWay.has(each.key);
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
      const given = group.map((each, n) => `{"n":${n},${each.given}`).join();
      const { rows } = await pool.query<Row>({ name, text, values: [`[${given}]`] });
      const byPlace = new Map(rows.map((row) => [row.n, row]));
      for (const [n, each] of group.entries()) each.resolve(byPlace.get(n));
    } catch (error) {
      for (const each of group) {
        if (isRefused(error)) each.resolve(undefined);
        else each.reject(error);
      }
    }
  }

  async function call(given: Given, key?: string): Promise<Row | undefined> {
    const json = JSON.stringify(given);
    if (UNFIT.test(json)) return undefined;
    const { promise, resolve, reject } = Promise.withResolvers<Row | undefined>();
    queue.push({ given: json.slice(1), key, resolve, reject });
    schedule();
    return promise;
  }

  return {
    call,
    async ask(given) {
      const row = await call(given);
      if (row) return row;
      const { rows } = await pool.query<Row>({
        name,
        text,
        values: [`[${JSON.stringify({ n: 0, ...given })}]`],
      });
      if (rows[0]) return rows[0];
      throw new Error(`${name} has no row for every call`);
    },
    waiting: () => queue.length,
  };
}

/** A failed statement has changed nothing. One whose connection ended may have been committed. */
function isRefused(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
