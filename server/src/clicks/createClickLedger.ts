import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '../lib/Log.ts';
import type { Meters } from '../lib/Meters.ts';
import type { Click } from './Click.ts';
import { createClickTerms, type ClickTerms } from './clickTerms.ts';
import { type ClickRow, writeClicks } from './writeClicks.ts';

/** Keeps every click before its answer leaves (ADR 3). */
export interface ClickLedger extends AsyncDisposable {
  /** Resolves when the click is durable; rejects when it could not be made so in time. */
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
  /** Milliseconds for which a failing batch is tried again before its answers fail. */
  readonly patienceMs?: number;
}

interface Waiting {
  readonly click: Click;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
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
  const { pool, log, meters, batchesInFlight = 2, patienceMs = 10_000 } = options;
  const terms = createClickTerms(pool);
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
  async function commit(batch: readonly Waiting[], repeated = false): Promise<void> {
    const deadline = Date.now() + patienceMs;
    for (let pause = 20; ; repeated = true) {
      try {
        const encoded = encodeAll(terms, batch);
        const rows = encoded instanceof Promise ? await encoded : encoded;
        const started = performance.now();
        await writeClicks(pool, rows, { repeated });
        failedAt = Number.NEGATIVE_INFINITY;
        meters?.countStoredClicks(batch.length, (performance.now() - started) / 1000);
        for (const each of batch) each.done();
        return;
      } catch (error) {
        if (isDataError(error)) {
          if (repeated) return refuseOrSplit(batch, error);
          continue;
        }
        failedAt = performance.now();
        if (Date.now() + pause > deadline) {
          for (const each of batch) each.failed(error);
          return;
        }
        log.warn({ err: error, clicks: batch.length }, 'Clicks could not be stored yet');
        meters?.countDelayedClicks(batch.length);
        await sleep(pause);
        pause = Math.min(pause * 2, 1000);
      }
    }
  }

  /** One bad row must not take its neighbours along. */
  async function refuseOrSplit(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1) return batch[0]!.failed(error);
    for (const each of batch) await commit([each], true);
  }

  return {
    record(click) {
      return new Promise<void>((done, failed) => {
        waiting.push({ click, done, failed });
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

/** Words become codes; a promise only where one of them was never seen before. */
function encodeAll(terms: ClickTerms, batch: readonly Waiting[]): ClickRow[] | Promise<ClickRow[]> {
  return together(batch.map(({ click }) => encode(terms, click)));
}

const DIMENSIONS = ['device', 'os', 'browser', 'country', 'app', 'referrer'] as const;

function encode(terms: ClickTerms, click: Click): ClickRow | Promise<ClickRow> {
  const codes = together(DIMENSIONS.map((dimension) => terms.code(dimension, click[dimension])));
  return codes instanceof Promise
    ? codes.then((known) => rowOf(click, known))
    : rowOf(click, codes);
}

/** All values at once where they are there, else a promise of them. */
function together<T>(values: (T | Promise<T>)[]): T[] | Promise<T[]> {
  const ready: T[] = [];
  for (const value of values) {
    if (value instanceof Promise) return Promise.all(values.map(async (each) => each));
    ready.push(value);
  }
  return ready;
}

function rowOf(click: Click, codes: readonly (number | null)[]): ClickRow {
  const [device = null, os = null, browser = null, country = null, app = null, referrer = null] =
    codes;
  return { click, device, os, browser, country, app, referrer };
}

/** SQLSTATE classes 22 and 23, or a number too large to send: the row is at fault, now and again. */
function isDataError(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^2[23]/.test(code);
}
