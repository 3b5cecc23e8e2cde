import { LRUCache } from 'lru-cache';
import { copyText } from './copyText.ts';

export interface LoadingCache<V> {
  /**
   * The value immediately if it is cached and fresh, else a promise. Absence (`null`) is a value too. If loading
   * fails, the last known value is used, from here or from `lastKnown`; without one the error is thrown. It is also
   * used if loading takes long and no change has been reported.
   */
  get(key: string): V | null | Promise<V | null>;
  /** A change was reported: the next `get` loads, and the result of a current load is not cached. */
  invalidate(key: string): void;
  invalidateWhere(matches: (key: string) => boolean): void;
  invalidateAll(): void;
}

interface Entry<V> {
  readonly value: V | null;
  freshUntil: number;
  /** It has changed since it was loaded. */
  changed: boolean;
}

/** A placeholder until the load's own promise exists; no one can be waiting for it. */
const NEVER = new Promise<never>(() => {});

interface Load<V> {
  promise: Promise<V | null>;
}

interface Options<V> {
  /** Maximum number of entries; the least recently used go first. */
  readonly max: number;
  /** Milliseconds for which an entry is trusted without asking the database. */
  readonly ttlMs: () => number;
  readonly load: (key: string) => Promise<V | null>;
  /** The value known before this process started; undefined if there is none. */
  readonly lastKnown?: (key: string) => V | undefined;
  /** False if something absent now may exist at the next lookup. Default: true. */
  readonly cachesMisses?: boolean;
  readonly now?: () => number;
}

/** How long the last known value is used before loading is tried again. */
const AFTER_FAILURE_MS = 500;
/** A load that takes longer does not hold up callers for whom a last known value exists. */
const SLOW_MS = 100;

/** A bounded cache in front of a loader, with one load at a time per key. */
export function createLoadingCache<V extends object>(options: Options<V>): LoadingCache<V> {
  const now = options.now ?? Date.now;
  const entries = new LRUCache<string, Entry<V>>({ max: options.max });
  const loads = new Map<string, Load<V>>();

  /** Starts a load; `mine` identifies it, to see at the end whether its result is still to be cached. */
  function load(key: string): Promise<V | null> {
    const mine: Load<V> = { promise: NEVER };
    loads.set(key, mine);
    mine.promise = loadAndKeep(key, mine);
    return mine.promise;
  }

  async function loadAndKeep(key: string, mine: Load<V>): Promise<V | null> {
    try {
      const value = await options.load(key);
      // If a change was reported meanwhile, what was read may be outdated and is not cached.
      if (value === null && options.cachesMisses === false) {
        entries.delete(key);
      } else if (loads.get(key) === mine) {
        // Hosts and slugs are slices of a whole request head.
        const freshUntil = now() + options.ttlMs();
        entries.set(copyText(key), { value, freshUntil, changed: false });
      }
      return value;
    } catch (error) {
      const last = entries.peek(key);
      const value = last === undefined ? options.lastKnown?.(key) : last.value;
      if (value === undefined) throw error;
      // While the database is down, not every visitor should wait for a failing attempt.
      if (loads.get(key) === mine) {
        const freshUntil = now() + AFTER_FAILURE_MS;
        entries.set(copyText(key), { value, freshUntil, changed: last?.changed ?? false });
      }
      return value;
    } finally {
      if (loads.get(key) === mine) loads.delete(key);
    }
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry !== undefined && entry.freshUntil > now()) return entry.value;
      const loading = loads.get(key)?.promise ?? load(key);
      return entry !== undefined && !entry.changed
        ? within(SLOW_MS, loading, entry.value)
        : loading;
    },
    invalidate(key) {
      const entry = entries.peek(key);
      if (entry !== undefined) Object.assign(entry, { freshUntil: 0, changed: true });
      loads.delete(key);
    },
    invalidateWhere(matches) {
      for (const key of [...entries.keys(), ...loads.keys()])
        if (matches(key)) this.invalidate(key);
    },
    invalidateAll() {
      this.invalidateWhere(() => true);
    },
  };
}

/** The result of some work, or `instead` if it takes longer; the work continues. */
async function within<T>(ms: number, work: Promise<T>, instead: T): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(late.resolve, ms, instead);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
