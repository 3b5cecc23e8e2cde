import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/ports/Log.ts';
import { createReaders, notLoadedYet, READER_PATIENCE_MS } from './createReaders.ts';
import type { Frame } from './frames.ts';
import type { Batch, Journal } from './Journal.ts';
import {
  afterFailure,
  afterFind,
  afterLoad,
  afterNote,
  decideStep,
  isAway,
  isLoaded,
  type Loading,
  startLoading,
  type Step,
} from './loading.ts';

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

/** How long stopping waits until everything is loaded. */
const DRAIN_MS = 10_000;

/**
 * Loads the records of a journal into the database, in order and each exactly once, no matter how often it is killed in
 * between. When idle, a record is loaded immediately; under load, batches grow; a waiting reader ends any rest.
 */
export function createLoader(options: Options): Loader {
  const { journal, batchBytes = 1024 * 1024, patience = 1 } = options;
  const readers = createReaders(READER_PATIENCE_MS * patience);
  const stopping = new AbortController();
  const work: Work = {
    ...options,
    batchBytes,
    patience,
    readers,
    stopping: stopping.signal,
    stopBy: null,
    loading: startLoading(journal),
    oldest: null,
  };
  const done = run(work);
  return {
    loaded() {
      const until = journal.end;
      if (isLoaded(work.loading, until)) return Promise.resolve();
      if (isAway(work.loading, performance.now(), patience)) return Promise.reject(notLoadedYet());
      return readers.wait(until);
    },
    backlog: () => readBacklog(work),
    async [Symbol.asyncDispose]() {
      work.stopBy = performance.now() + DRAIN_MS;
      stopping.abort();
      await done;
      readers.refuse();
    },
  };
}

/** A loader at work; what it decides is in `loading.ts`. */
interface Work extends Options {
  readonly batchBytes: number;
  readonly patience: number;
  readonly readers: ReturnType<typeof createReaders>;
  readonly stopping: AbortSignal;
  /** When it gives up, once it is to stop. */
  stopBy: number | null;
  loading: Loading;
  /** What is not loaded begins with this record, written at this time or after; null before that is known. */
  oldest: Pick<Frame, 'firstRecord' | 'writtenAt'> | null;
}

async function run(work: Work): Promise<void> {
  for (;;) {
    const isAwaited = work.readers.areWaiting();
    const step = decideStep(work.loading, { ...work, isAwaited, now: performance.now() });
    if (step.kind === 'give up') return;
    try {
      await take(step, work);
      if (step.kind === 'finish') return;
    } catch (error) {
      await noteFailure(work, error);
    }
  }
}

async function take(step: Exclude<Step, { kind: 'give up' }>, work: Work): Promise<void> {
  const { journal, target, readers, stopping, loading } = work;
  switch (step.kind) {
    case 'find':
      return find(work);
    case 'load':
      return loadNext(work);
    case 'note':
      await target.noteLoaded(journal.id, new Date());
      work.loading = afterNote(loading, performance.now());
      return;
    case 'wait': {
      const idle = AbortSignal.timeout(Math.ceil(step.ms));
      return journal.news(loading.position, AbortSignal.any([stopping, idle]));
    }
    case 'rest': {
      const signal = AbortSignal.any([stopping, readers.signal()]);
      return sleep(step.ms, undefined, { signal }).catch(() => undefined);
    }
    case 'pause':
      return sleep(step.ms);
    case 'finish':
      return target.noteLoaded(journal.id, null);
  }
}

async function find(work: Work): Promise<void> {
  const { journal, target, readers } = work;
  const position = await findPosition(work, work.loading);
  const batchEnd = (await target.findBatchEnd?.(journal.id, position)) ?? null;
  setOldest(work, await findOldest(work, position), position);
  work.loading = afterFind(work.loading, position, batchEnd);
  // Readers may be waiting for something that is already loaded.
  readers.tell(position);
}

/** Where nothing is left, the next record is as old as the news of it, however long that waits to be read. */
function setOldest(work: Work, oldest: Work['oldest'], position: number): void {
  const { journal, stopping } = work;
  work.oldest = oldest;
  if (oldest === null || position < journal.end) return;
  void journal.news(position, stopping).then(() => {
    if (work.oldest === oldest) work.oldest = { ...oldest, writtenAt: Date.now() };
  });
}

/** Null if that cannot be read: what is left to load, and its age, then stay unknown. */
async function findOldest({ journal }: Options, position: number): Promise<Work['oldest']> {
  // Before it is read: by then there may be more.
  const next = { firstRecord: journal.nextRecord, writtenAt: Date.now() };
  try {
    const read = await journal.read(Math.max(position, journal.start), 1);
    return read === null ? next : (read.frames[0] ?? null);
  } catch {
    return null;
  }
}

async function findPosition(
  { journal, target, log }: Options,
  { position: loaded, foundEnd }: Loading,
): Promise<number> {
  const position = await target.findPosition(journal.id, journal.start);
  const { start } = journal;
  const end = foundEnd ?? journal.end;
  if (position > end) {
    // The folder is older than the database, for example from a backup: its records are loaded again.
    log.error({ position, end }, 'The journal ends before what was loaded of it');
    return target.findPosition(await journal.renewId(), start);
  }
  if (position < loaded && loaded > start) {
    log.warn({ position, loaded }, 'The database has lost what was loaded last; loading it again');
  }
  if (position < start) {
    log.error({ position, start }, 'The journal begins after what was loaded of it');
  }
  return position;
}

async function loadNext(work: Work): Promise<void> {
  const { journal, target, readers } = work;
  const { batch, first, next } = await readBatch(work);
  work.oldest = first ?? work.oldest;
  const begunAt = performance.now();
  const moved = await target.load(batch);
  if (!moved) throw new Error('Another process has loaded from this journal');
  const now = performance.now();
  work.onLoaded?.(batch.records.length, (now - begunAt) / 1000);
  work.loading = afterLoad(work.loading, { to: batch.to, begunAt, now });
  // Known without reading on: the backlog is told at any moment, also while this rests.
  setOldest(work, next, batch.to);
  readers.tell(batch.to);
  await journal.release(batch.to);
}

interface NextBatch {
  readonly batch: LoadedBatch;
  /** Its first frame. */
  readonly first: Frame | null;
  /** What is the oldest once it is loaded. */
  readonly next: Work['oldest'];
}

/** What comes next in the journal. */
async function readBatch({ journal, loading, batchBytes }: Work): Promise<NextBatch> {
  const { position: from, batchEnd } = loading;
  const { id: journalId, start, end } = journal;
  const readAt = Date.now();
  const begin = Math.max(from, start);
  const read = await journal.read(begin, batchEnd === null ? batchBytes : batchEnd - begin);
  // Without a frame, all that was between is gone.
  const { frames, end: to } = cutBatch(read ?? { frames: [], end }, batchEnd);
  // Anything in later frames was answered after the last of these was written.
  const until = new Date(to >= end ? readAt : (frames.at(-1)?.writtenAt ?? 0));
  // The journal probes a failed disk with an empty record.
  const records = frames.flatMap((frame) => frame.records).filter((record) => record !== '');
  const last = frames.at(-1);
  const next = last && {
    firstRecord: last.firstRecord + last.records.length,
    writtenAt: until.getTime(),
  };
  return {
    batch: { journalId, from, to, records, until },
    first: frames[0] ?? null,
    next: next ?? null,
  };
}

/** Without what was read beyond an end: reading gives at least one frame, and damage as a whole. */
function cutBatch(batch: Batch, end: number | null): Batch {
  if (end === null) return batch;
  const frames = batch.frames.filter((frame) => frame.end <= end);
  const last = frames.at(-1);
  return last === undefined ? batch : { frames, end: last.end };
}

async function noteFailure(work: Work, err: unknown): Promise<void> {
  const { log, readers, patience } = work;
  work.loading = afterFailure(work.loading, performance.now());
  work.oldest ??= await findOldest(work, work.loading.position);
  const backlog = readBacklog(work);
  log.warn({ err, backlog }, 'The journal could not be loaded; tried again soon');
  if (isAway(work.loading, performance.now(), patience)) readers.refuse();
}

function readBacklog({ journal, loading, oldest }: Work): Backlog {
  const bytes = Math.max(0, journal.end - loading.position);
  if (bytes === 0) return { records: 0, bytes: 0, seconds: 0 };
  const records = oldest === null ? 0 : journal.nextRecord - oldest.firstRecord;
  const seconds = oldest === null ? 0 : (Date.now() - oldest.writtenAt) / 1000;
  return { records, bytes, seconds };
}
