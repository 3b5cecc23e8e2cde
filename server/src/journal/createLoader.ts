import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/Log.ts';
import { Problem } from '../lib/Problem.ts';
import type { Frame } from './frames.ts';
import type { Batch, Journal } from './Journal.ts';

/** Where records are loaded to. */
export interface Target {
  /** How far the journal is loaded; `start` where it was never heard of. */
  findPosition(journalId: string, start: number): Promise<number>;
  /** Loads the records and moves the position in one transaction. False, and nothing has changed, where it was not `from`. */
  load(batch: LoadedBatch): Promise<boolean>;
  /** Keeps that nothing that was answered before a moment is missing; null: its process ends with all of it loaded. */
  noteLoaded(journalId: string, until: Date | null): Promise<void>;
}

export interface LoadedBatch {
  readonly journalId: string;
  readonly from: number;
  readonly to: number;
  readonly records: readonly string[];
  /** Nothing that was answered before this moment is missing behind it; null where there is no server that answers. */
  readonly until: Date | null;
}

/** What is in the journal and not in the database yet. */
export interface Backlog {
  readonly records: number;
  readonly bytes: number;
  /** Age of the oldest. */
  readonly seconds: number;
}

export interface Loader extends AsyncDisposable {
  /** Resolves when what was durable at this moment is in the database; rejects with UNAVAILABLE when that takes too long. */
  loaded(): Promise<void>;
  backlog(): Backlog;
}

interface Options {
  readonly journal: Journal;
  readonly target: Target;
  readonly log: Log;
  readonly batchBytes?: number;
  /** Milliseconds that a reader waits. */
  readonly patienceMs?: number;
  readonly onLoaded?: (records: number, seconds: number) => void;
}

/** After a batch the loader rests so many times as long as it took: a few large batches are cheaper than many small ones. */
const REST = 3;
const MAX_REST_MS = 1_000;
const MAX_PAUSE_MS = 2_000;
/** How often it is kept that nothing waits: what readers on other machines can rely on is no older (`exactUntil`). */
const IDLE_MS = 1_000;
/** A database that has been away for so long is not waited for: readers are refused at once. */
const AWAY_MS = 1_000;
/** How long stopping waits for all to be loaded. */
const DRAIN_MS = 10_000;

/**
 * Brings the records of a journal to the database, in order and each once, however often it is killed in between. Idle, a
 * record sets out at once; the more there is to do, the larger the batches; a reader who waits ends every rest.
 */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createLoader(options: Options): Loader {
  const { journal, target, log, batchBytes = 1024 * 1024, patienceMs = 10_000 } = options;
  const stopping = new AbortController();
  const readers = createReaders(patienceMs);
  /** Null: the database has to be asked. */
  let position: number | null = null;
  let known = journal.start;
  let oldest: Frame | null = null;
  let pause = 0;
  let notedAt = -Infinity;
  /** When the first of the last attempts failed; null while they succeed. */
  let failingSince: number | null = null;
  const isAway = () => failingSince !== null && performance.now() - failingSince > AWAY_MS;

  async function run(): Promise<void> {
    const stop = { until: Infinity };
    stopping.signal.addEventListener('abort', () => (stop.until = Date.now() + DRAIN_MS));
    // A database that is away is not waited for: what is not loaded stays for the next start.
    while (Date.now() < stop.until && !(stopping.signal.aborted && isAway())) {
      try {
        if (position === null) {
          position = await findPosition();
          // Readers may wait for what turns out to be loaded.
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
        // Whether the batch was committed is not known: the database is asked before it is tried again.
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
    if (found > journal.end) {
      // The folder is older than the database, such as from a backup: what it holds is offered again.
      log.error(
        { position: found, end: journal.end },
        'The journal ends before what was loaded of it',
      );
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

  /** Nothing waits at this moment; batches keep the same of theirs. */
  async function noteIdle(): Promise<void> {
    if (performance.now() - notedAt < IDLE_MS) return;
    notedAt = performance.now();
    await target.noteLoaded(journal.id, new Date());
  }

  async function loadNext(from: number): Promise<void> {
    const { end } = journal;
    const readAt = Date.now();
    const batch = await journal.read(Math.max(from, journal.start), batchBytes);
    if (batch === null) return;
    // What is in later frames was answered after the last of these was written.
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
    known = position;
    oldest = null;
    readers.tell(position);
    await journal.release(position);
    // A backlog of whole batches leaves no time to rest.
    if (journal.end - position < batchBytes) await rest(Math.min(took * REST, MAX_REST_MS));
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
  // The journal tries a disk that had failed with an empty record.
  return frames.flatMap(({ records }) => records).filter((record) => record !== '');
}

/** Those who wait until a position is loaded. */
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

/** A reader is better refused than told wrong numbers. */
export function notLoadedYet(): Problem {
  return new Problem(
    'UNAVAILABLE',
    'Clicks that have been taken are not counted yet; try again in a moment',
    { 'retry-after': '5' },
  );
}
