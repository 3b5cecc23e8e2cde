import type { Journal } from './Journal.ts';

/**
 * What a loader knows between two steps. Everything here is pure, and its times are milliseconds of one clock:
 * `createLoader` takes the steps, and records with `after…` how each of them ended.
 */
export interface Loading {
  /** How far the journal is loaded, as last known. */
  readonly position: number;
  /** False before the target was asked, and after a failure: what failed may have been loaded all the same. */
  readonly isCertain: boolean;
  /**
   * Where the folder ended when it was opened: nothing after it can have been loaded yet. Null once the position has
   * been read: from then on, this process itself has written and loaded more.
   */
  readonly foundEnd: number | null;
  /** Where the next batch has to end; null: anywhere. */
  readonly batchEnd: number | null;
  /** When the target was last told how much is loaded. */
  readonly notedAt: number;
  /** Nothing is tried again before this time; after a batch, a waiting reader ends the rest. */
  readonly restUntil: number;
  /** The current series of failures; null while attempts succeed. */
  readonly failing: { readonly since: number; readonly pauseMs: number } | null;
}

/** What else the next step depends on. */
export interface Surroundings {
  readonly journal: Pick<Journal, 'start' | 'end'>;
  readonly batchBytes: number;
  readonly isAwaited: boolean;
  /** When a loader that is to stop gives up; null while it is not. */
  readonly stopBy: number | null;
  readonly now: number;
  readonly patience: number;
}

export type Step =
  /** Read the position from the target. */
  | { readonly kind: 'find' }
  | { readonly kind: 'load' }
  /** Tell the target that nothing is waiting. */
  | { readonly kind: 'note' }
  /** Until something is in the journal. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** Until a reader comes. */
  | { readonly kind: 'rest'; readonly ms: number }
  /** After a failure, whoever comes. */
  | { readonly kind: 'pause'; readonly ms: number }
  /** Everything is loaded, and nothing more comes. */
  | { readonly kind: 'finish' }
  /** What is not loaded stays for the next start. */
  | { readonly kind: 'give up' };

/**
 * After a batch the loader rests this many times as long as the batch took: a few large batches are cheaper than many
 * small ones.
 */
const REST = 3;
const MAX_REST_MS = 1_000;
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;
/**
 * How often an idle loader records that nothing is waiting: readers on other machines see an `exactUntil` no older than
 * this.
 */
const IDLE_MS = 1_000;
/** A database that has been down for this long is not waited for: readers are refused immediately. */
const AWAY_MS = 1_000;

export function startLoading({ start, end }: Pick<Journal, 'start' | 'end'>): Loading {
  return {
    position: start,
    isCertain: false,
    foundEnd: end,
    batchEnd: null,
    notedAt: -Infinity,
    restUntil: -Infinity,
    failing: null,
  };
}

export function isAway({ failing }: Loading, now: number, patience: number): boolean {
  return failing !== null && now - failing.since > AWAY_MS * patience;
}

export function isLoaded({ position, isCertain }: Loading, until: number): boolean {
  return isCertain && position >= until;
}

export function decideStep(loading: Loading, surroundings: Surroundings): Step {
  const { journal, batchBytes, isAwaited, stopBy, now, patience } = surroundings;
  const { position, isCertain, failing } = loading;
  const isStopping = stopBy !== null;
  const isHopeless = !isCertain && isAway(loading, now, patience);
  if (isStopping && (now >= stopBy || isHopeless)) return { kind: 'give up' };
  const ms = loading.restUntil - now;
  if (ms > 0 && failing !== null) return { kind: 'pause', ms };
  // A backlog of whole batches leaves no time to rest.
  const mayRest = !isStopping && !isAwaited && journal.end - position < batchBytes;
  if (ms > 0 && mayRest) return { kind: 'rest', ms };
  if (!isCertain) return { kind: 'find' };
  if (position < journal.end) return { kind: 'load' };
  if (isStopping) return { kind: 'finish' };
  const idleMs = loading.notedAt + IDLE_MS - now;
  return idleMs > 0 ? { kind: 'wait', ms: idleMs } : { kind: 'note' };
}

/** It may still be unable to load: only a batch or a note ends a series of failures. */
export function afterFind(loading: Loading, position: number, batchEnd: number | null): Loading {
  return { ...loading, position, isCertain: true, foundEnd: null, batchEnd };
}

export function afterLoad(
  loading: Loading,
  batch: { readonly to: number; readonly begunAt: number; readonly now: number },
): Loading {
  const { to, begunAt, now } = batch;
  const restUntil = now + Math.min((now - begunAt) * REST, MAX_REST_MS);
  return { ...loading, position: to, batchEnd: null, notedAt: now, restUntil, failing: null };
}

export function afterNote(loading: Loading, now: number): Loading {
  return { ...loading, notedAt: now, failing: null };
}

/** It is unknown whether a batch was committed: the position is read again before the next attempt. */
export function afterFailure(loading: Loading, now: number): Loading {
  const { since = now, pauseMs = 0 } = loading.failing ?? {};
  const nextMs = Math.min(Math.max(pauseMs * 2, MIN_PAUSE_MS), MAX_PAUSE_MS);
  return {
    ...loading,
    isCertain: false,
    restUntil: now + nextMs,
    failing: { since, pauseMs: nextMs },
  };
}
