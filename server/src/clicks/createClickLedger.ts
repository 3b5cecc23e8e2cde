import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '../lib/Log.ts';
import type { Meters } from '../lib/Meters.ts';
import { Problem } from '../lib/Problem.ts';
import type { Click } from './Click.ts';
import { createClickTerms, type ClickTerms } from './clickTerms.ts';
import { type ClickRow, writeClicks } from './writeClicks.ts';

/** Keeps every click before its answer leaves (ADR 3). */
export interface ClickLedger extends AsyncDisposable {
  /** Resolves when the click is durable; UNAVAILABLE when it is not in time, or too many wait already. */
  record(click: Click): Promise<void>;
  /** Clicks that wait for a batch, and those in batches under way. */
  unanswered(): { waiting: number; under_way: number };
  /** Whether clicks become durable: false while the oldest has waited for long, or a write has just failed. */
  isStoring(): boolean;
}

interface Options {
  readonly pool: Pool;
  readonly log: Log;
  readonly meters?: Pick<Meters, 'countStoredClicks' | 'countDelayedClicks'>;
  /** Batches on their way to the database at the same time. */
  readonly batchesInFlight?: number;
  /** Milliseconds from `record` until a click fails; then it is not written any more. */
  readonly patienceMs?: number;
  /** Clicks that may wait for a batch; one more fails at once. */
  readonly maxWaiting?: number;
}

interface Waiting {
  readonly click: Click;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
  /** Its asker has been told that it failed. */
  over: boolean;
}

/** Rows a batch; more gains nothing and delays the first of them. */
const BATCH_ROWS = 500;
/** Milliseconds: a batch that is older, or a failure that is younger and has no success after it. */
const NOT_STORING_MS = 5_000;
/** A second batch sets out beside a running one when it is worth a transaction. */
const WORTH_A_BATCH = 24;

/**
 * Group commit: clicks of concurrent requests share a transaction. There is no timer: a batch
 * leaves when none is under way, else with the return of the running one, or beside it when it
 * has grown large enough.
 */
export function createClickLedger(options: Options): ClickLedger {
  const { pool, log, meters, batchesInFlight = 2 } = options;
  const { patienceMs = 2_500, maxWaiting = 5_000 } = options;
  const terms = createClickTerms();
  let waiting: Waiting[] = [];
  let inFlight = 0;
  let underWay = 0;
  let scheduled = false;
  let idle = Promise.withResolvers<void>();
  /** When each batch under way set out. */
  const setOut = new Set<{ readonly at: number }>();
  let failedAt = Number.NEGATIVE_INFINITY;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    // After this turn of the event loop, so that all requests read in it share the batch.
    setImmediate(() => {
      scheduled = false;
      flush();
    });
  }

  function flush(): void {
    while (
      waiting.length > 0 &&
      (inFlight === 0 || (inFlight < batchesInFlight && waiting.length >= WORTH_A_BATCH))
    ) {
      const batch = waiting.slice(0, BATCH_ROWS);
      waiting = waiting.slice(BATCH_ROWS);
      inFlight += 1;
      underWay += batch.length;
      const departure = { at: performance.now() };
      setOut.add(departure);
      void commit(batch).finally(() => {
        setOut.delete(departure);
        inFlight -= 1;
        underWay -= batch.length;
        if (inFlight === 0 && waiting.length === 0) {
          idle.resolve();
          idle = Promise.withResolvers<void>();
        }
        flush();
      });
    }
  }

  /** `repeated`: what a failed attempt has stored all the same is not stored twice. */
  async function commit(given: readonly Waiting[], repeated = false): Promise<void> {
    let batch = given;
    for (let pause = 20; ; repeated = true) {
      batch = batch.filter((each) => !each.over);
      if (batch.length === 0) return;
      try {
        const started = performance.now();
        const written = await write(batch, repeated);
        failedAt = Number.NEGATIVE_INFINITY;
        meters?.countStoredClicks(written.length, (performance.now() - started) / 1000);
        for (const each of written) each.done();
        return;
      } catch (error) {
        if (isDataError(error)) {
          if (repeated) return refuseOrSplit(batch, error);
          continue;
        }
        failedAt = performance.now();
        log.warn({ err: error, clicks: batch.length }, 'Clicks could not be stored yet');
        meters?.countDelayedClicks(batch.length);
        await sleep(pause);
        pause = Math.min(pause * 2, 1000);
      }
    }
  }

  /** Writes those clicks of a batch whose askers still wait once there is a connection. */
  async function write(batch: readonly Waiting[], repeated: boolean): Promise<Waiting[]> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const rows = await encode(client, terms, batch);
      const timely = rows.filter(({ entry }) => !entry.over);
      if (timely.length > 0) {
        await writeClicks(
          client,
          timely.map(({ row }) => row),
          { repeated },
        );
      }
      return timely.map(({ entry }) => entry);
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** One bad row must not take its neighbours along. */
  async function refuseOrSplit(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1) return batch[0]!.failed(error);
    for (const each of batch) await commit([each], true);
  }

  return {
    record(click) {
      while (waiting[0]?.over === true) waiting.shift();
      if (waiting.length >= maxWaiting) return Promise.reject(newRefusal());
      return new Promise<void>((resolve, reject) => {
        const entry: Waiting = { click, over: false, done, failed };
        const timer = setTimeout(() => {
          entry.over = true;
          reject(newRefusal());
        }, patienceMs);
        function done(): void {
          clearTimeout(timer);
          resolve();
        }
        function failed(error: unknown): void {
          clearTimeout(timer);
          reject(error);
        }
        waiting.push(entry);
        schedule();
      });
    },
    unanswered: () => ({ waiting: waiting.length, under_way: underWay }),
    isStoring() {
      const now = performance.now();
      // A failure is forgotten in time: without visitors nothing would ever prove that it is over.
      if (now - failedAt < NOT_STORING_MS) return false;
      return [...setOut].every(({ at }) => now - at < NOT_STORING_MS);
    },
    async [Symbol.asyncDispose]() {
      if (inFlight > 0 || waiting.length > 0) await idle.promise;
    },
  };
}

const DIMENSIONS = ['device', 'os', 'browser', 'country', 'app', 'referrer'] as const;

/** Words become codes. */
async function encode(db: PoolClient, terms: ClickTerms, batch: readonly Waiting[]) {
  const codes = await terms.resolve(
    db,
    batch.flatMap(({ click }) =>
      DIMENSIONS.map((dimension) => ({
        projectId: click.projectId,
        dimension,
        term: click[dimension],
      })),
    ),
  );
  return batch.map((entry, index) => {
    const first = index * DIMENSIONS.length;
    const [device = null, os = null, browser = null, country = null, app = null, referrer = null] =
      codes.slice(first, first + DIMENSIONS.length);
    const row: ClickRow = { click: entry.click, device, os, browser, country, app, referrer };
    return { entry, row };
  });
}

function newRefusal(): Problem {
  return new Problem('UNAVAILABLE', 'Clicks cannot be stored at the moment; try again', {
    'retry-after': '5',
  });
}

/** SQLSTATE classes 22 and 23, or a number too large to send: the row is at fault, now and again. */
function isDataError(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^2[23]/.test(code);
}
