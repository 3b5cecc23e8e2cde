import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/ports/Log.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Frame } from './frames.ts';
import type { Batch, Journal } from './Journal.ts';

/** Where records are loaded to. */
export interface Target {
  /** How far the journal is loaded; `start` if it is not known yet. */
  findPosition(journalId: string, start: number): Promise<number>;
  /**
   * Where the batch from `from` on has to end, if an attempt to load one may have left something behind that only the
   * same batch can complete. Asked whenever the position was read.
   */
  findBatchEnd?(journalId: string, from: number): Promise<number | null>;
  /**
   * Loads the records and moves the position in one transaction. Returns false, and changes nothing, if the position
   * was not `from`.
   */
  load(batch: LoadedBatch): Promise<boolean>;
  /** Records that nothing answered before a time is missing; null: its process ends with everything loaded. */
  noteLoaded(journalId: string, until: Date | null): Promise<void>;
}

export interface LoadedBatch {
  readonly journalId: string;
  readonly from: number;
  readonly to: number;
  readonly records: readonly string[];
  /** Once the batch is loaded, nothing answered before this time is missing; null if no server is answering. */
  readonly until: Date | null;
}

/** What is in the journal but not yet in the database. */
export interface Backlog {
  readonly records: number;
  readonly bytes: number;
  /** Age of the oldest. */
  readonly seconds: number;
}

export interface Loader extends AsyncDisposable {
  /**
   * Resolves when everything durable at the time of the call is in the database; rejects with UNAVAILABLE if that takes
   * too long.
   */
  loaded(): Promise<void>;
  backlog(): Backlog;
}

interface Options {
  readonly journal: Journal;
  readonly target: Target;
  readonly log: Log;
  readonly batchBytes?: number;
  /** Factor for how long a reader waits (`AppOptions.patience`). */
  readonly patience?: number | undefined;
  readonly onLoaded?: (records: number, seconds: number) => void;
}

/**
 * After a batch the loader rests this many times as long as the batch took: a few large batches are cheaper than many
 * small ones.
 */
const REST = 3;
const MAX_REST_MS = 1_000;
const MAX_PAUSE_MS = 2_000;
/**
 * How often an idle loader records that nothing is waiting: readers on other machines see an `exactUntil` no older than
 * this.
 */
const IDLE_MS = 1_000;
/** How long a reader waits. */
const PATIENCE_MS = 10_000;
/** A database that has been down for this long is not waited for: readers are refused immediately. */
const AWAY_MS = 1_000;
/** How long stopping waits until everything is loaded. */
const DRAIN_MS = 10_000;

/**
 * Loads the records of a journal into the database, in order and each exactly once, no matter how often it is killed in
 * between. When idle, a record is loaded immediately; under load, batches grow; a waiting reader ends any rest.
 */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createLoader(options: Options): Loader {
  const { journal, target, log, batchBytes = 1024 * 1024, patience = 1 } = options;
  const stopping = new AbortController();
  const readers = createReaders(PATIENCE_MS * patience);
  /** Null: has to be read from the database. */
  let position: number | null = null;
  /** Where the next batch has to end; null: anywhere. */
  let batchEnd: number | null = null;
  let known = journal.start;
  /**
   * Where the folder ended when it was opened: nothing after it can have been loaded yet. Once the position has been
   * read, this process itself has written and loaded more.
   */
  let foundEnd: number | null = journal.end;
  let oldest: Frame | null = null;
  let pause = 0;
  let notedAt = -Infinity;
  /** When the current series of failures began; null while attempts succeed. */
  let failingSince: number | null = null;
  const isAway = () =>
    failingSince !== null && performance.now() - failingSince > AWAY_MS * patience;

  async function run(): Promise<void> {
    const stop = { until: Infinity };
    stopping.signal.addEventListener('abort', () => (stop.until = Date.now() + DRAIN_MS));
    // A database that is down is not waited for: what is not loaded stays for the next start.
    while (Date.now() < stop.until && !(stopping.signal.aborted && isAway())) {
      try {
        if (position === null) {
          const found = await findPosition();
          batchEnd = (await target.findBatchEnd?.(journal.id, found)) ?? null;
          position = found;
          // Readers may be waiting for something that is already loaded.
          readers.tell(position);
        }
        known = position;
        if (position >= journal.end) {
          if (stopping.signal.aborted) return await target.noteLoaded(journal.id, null);
          await noteIdle();
          await journal.news(
            position,
            AbortSignal.any([stopping.signal, AbortSignal.timeout(IDLE_MS)]),
          );
        } else await loadNext(position);
        pause = 0;
        failingSince = null;
      } catch (error) {
        // It is unknown whether the batch was committed: the position is read again before the next attempt.
        position = null;
        oldest ??= (await journal.read(known, 1))?.frames[0] ?? null;
        log.warn(
          { err: error, backlog: backlog() },
          'The journal could not be loaded; tried again soon',
        );
        failingSince ??= performance.now();
        if (isAway()) readers.refuse();
        pause = Math.min(Math.max(pause * 2, 50), MAX_PAUSE_MS);
        await sleep(pause);
      }
    }
  }

  async function findPosition(): Promise<number> {
    const found = await target.findPosition(journal.id, journal.start);
    const end = foundEnd ?? journal.end;
    foundEnd = null;
    if (found > end) {
      // The folder is older than the database, for example from a backup: its records are loaded again.
      log.error({ position: found, end }, 'The journal ends before what was loaded of it');
      return target.findPosition(await journal.renewId(), journal.start);
    }
    if (found < known && known > journal.start) {
      log.warn(
        { position: found, loaded: known },
        'The database has lost what was loaded last; loading it again',
      );
    }
    if (found < journal.start) {
      log.error(
        { position: found, start: journal.start },
        'The journal begins after what was loaded of it',
      );
    }
    return found;
  }

  /** Nothing is waiting at this time; batches record the same for theirs. */
  async function noteIdle(): Promise<void> {
    if (performance.now() - notedAt < IDLE_MS) return;
    notedAt = performance.now();
    await target.noteLoaded(journal.id, new Date());
  }

  async function loadNext(from: number): Promise<void> {
    const { end } = journal;
    const readAt = Date.now();
    const batch = await readBatch(Math.max(from, journal.start));
    if (batch === null) return;
    // Anything in later frames was answered after the last of these was written.
    const until = batch.end >= end ? readAt : (batch.frames.at(-1)?.writtenAt ?? 0);
    oldest = batch.frames[0] ?? null;
    const records = recordsOf(batch);
    const started = performance.now();
    const moved = await target.load({
      journalId: journal.id,
      from,
      to: batch.end,
      records,
      until: new Date(until),
    });
    if (!moved) throw new Error('Another process has loaded from this journal');
    const took = performance.now() - started;
    notedAt = performance.now();
    options.onLoaded?.(records.length, took / 1000);
    position = batch.end;
    batchEnd = null;
    known = position;
    oldest = null;
    readers.tell(position);
    await journal.release(position);
    // A backlog of whole batches leaves no time to rest.
    if (journal.end - position < batchBytes) await rest(Math.min(took * REST, MAX_REST_MS));
  }

  async function readBatch(from: number): Promise<Batch | null> {
    const to = batchEnd;
    if (to === null) return journal.read(from, batchBytes);
    const batch = await journal.read(from, to - from);
    const frames = batch?.frames.filter(({ end }) => end <= to) ?? [];
    const last = frames.at(-1);
    return last === undefined ? batch : { frames, end: last.end };
  }

  async function rest(ms: number): Promise<void> {
    if (stopping.signal.aborted || readers.areWaiting()) return;
    const waking = AbortSignal.any([stopping.signal, readers.signal()]);
    await sleep(ms, undefined, { signal: waking }).catch(() => undefined);
  }

  function backlog(): Backlog {
    const bytes = Math.max(0, journal.end - known);
    if (bytes === 0) return { records: 0, bytes: 0, seconds: 0 };
    const records = oldest === null ? 0 : journal.nextRecord - oldest.firstRecord;
    const seconds = oldest === null ? 0 : (Date.now() - oldest.writtenAt) / 1000;
    return { records, bytes, seconds };
  }

  const done = run();
  return {
    loaded() {
      const until = journal.end;
      if (position !== null && position >= until) return Promise.resolve();
      return isAway() ? Promise.reject(notLoadedYet()) : readers.wait(until);
    },
    backlog,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await done;
      readers.refuse();
    },
  };
}

function recordsOf({ frames }: Batch): string[] {
  // The journal probes a failed disk with an empty record.
  return frames.flatMap(({ records }) => records).filter((record) => record !== '');
}

/** Readers waiting until a position is loaded. */
function createReaders(patienceMs: number) {
  interface Reader {
    readonly until: number;
    readonly done: () => void;
    readonly failed: (error: unknown) => void;
  }
  let waiting: Reader[] = [];
  let coming = new AbortController();

  function leave(reader: Reader): void {
    waiting = waiting.filter((each) => each !== reader);
  }

  function tell(position: number): void {
    for (const each of waiting.filter(({ until }) => until <= position)) each.done();
  }

  return {
    tell,
    areWaiting: () => waiting.length > 0,
    signal: () => coming.signal,
    wait(until: number): Promise<void> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reader.failed(notLoadedYet()), patienceMs);
        const reader: Reader = {
          until,
          done() {
            clearTimeout(timer);
            leave(reader);
            resolve();
          },
          failed(error) {
            clearTimeout(timer);
            leave(reader);
            reject(error);
          },
        };
        waiting.push(reader);
        coming.abort();
        coming = new AbortController();
      });
    },
    refuse(): void {
      for (const each of waiting) each.failed(notLoadedYet());
    },
  };
}

/** Refusing a reader is better than returning wrong numbers. */
export function notLoadedYet(): Problem {
  return new Problem(
    'UNAVAILABLE',
    'Clicks that have been taken are not counted yet; try again in a moment',
    { 'retry-after': '5' },
  );
}
