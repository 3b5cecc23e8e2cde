import { LRUCache } from 'lru-cache';
import { copyText } from './copyText.ts';

export interface LoadingCache<V> {
  /**
   * The value immediately if it is cached and fresh, or `nearby`; else a promise. Absence (`null`) is a value too. If
   * loading fails, the last known value is used, from here or from `lastKnown`; without one the error is thrown. It is also
   * used if loading takes long, from here if no change has been reported.
   */
  get(key: string): V | null | Promise<V | null>;
  /** A change was reported: the next `get` loads, and the result of a current load is used only if that fails. */
  invalidate(key: string): void;
  invalidateWhere(matches: (key: string) => boolean): void;
}

interface Entry<V> {
  readonly value: V | null;
  freshUntil: number;
  /** It has changed since it was loaded. */
  changed: boolean;
}

interface Options<V> {
  /** Maximum number of entries; the least recently used go first. */
  readonly max: number;
  /** Milliseconds for which an entry is trusted without asking the database. */
  readonly ttlMs: () => number;
  /** What can be had and trusted without loading; undefined if it has to be loaded. */
  readonly nearby?: (key: string) => V | null | undefined;
  readonly load: (key: string) => Promise<V | null>;
  /** Called with what was loaded, unless a change was reported meanwhile. */
  readonly onLoaded?: (key: string, value: V | null) => void;
  /** The value known before this process started, if there is one, and if it may be used for that reason. */
  readonly lastKnown?: (key: string, reason: 'failed' | 'slow') => V | undefined;
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
  const { ttlMs, nearby, lastKnown, cachesMisses = true, now = Date.now } = options;
  const entries = new LRUCache<string, Entry<V>>({ max: options.max });
  /** The load whose result is to be cached, by key. */
  const loads = new Map<string, { promise?: Promise<V | null> }>();

  function remember(key: string, value: V | null, forMs: number, changed = false): void {
    // Hosts and slugs are slices of a whole request head.
    entries.set(copyText(key), { value, freshUntil: now() + forMs, changed });
  }

  /** Of what was loaded: all that is true, and for the case that loading fails also what has changed meanwhile. */
  function keep(key: string, value: V | null, isTrue: boolean): void {
    if (value === null && !cachesMisses) entries.delete(key);
    else if (isTrue) {
      remember(key, value, ttlMs());
      options.onLoaded?.(key, value);
    } else if (value !== null && entries.peek(key)?.changed !== false)
      remember(key, value, 0, true);
  }

  function load(key: string): Promise<V | null> {
    const mine: { promise?: Promise<V | null> } = {};
    loads.set(key, mine);
    return (mine.promise = loadAndKeep(key, () => loads.get(key) === mine));
  }

  async function loadAndKeep(key: string, isWanted: () => boolean): Promise<V | null> {
    try {
      const value = await options.load(key);
      keep(key, value, isWanted());
      return value;
    } catch (error) {
      const last = entries.peek(key);
      const value = last === undefined ? lastKnown?.(key, 'failed') : last.value;
      if (value === undefined) throw error;
      // While the database is down, not every visitor should wait for a failing attempt.
      if (isWanted()) remember(key, value, AFTER_FAILURE_MS, last?.changed);
      return value;
    } finally {
      if (isWanted()) loads.delete(key);
    }
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry !== undefined && entry.freshUntil > now()) return entry.value;
      const near = nearby?.(key);
      if (near !== undefined) {
        remember(key, near, ttlMs());
        return near;
      }
      const loading = loads.get(key)?.promise ?? load(key);
      const instead = () =>
        entry !== undefined && !entry.changed ? entry.value : lastKnown?.(key, 'slow');
      return within(SLOW_MS, loading, instead);
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
  };
}

/** The result of some work, or `instead` if that takes longer and there is such a value; the work continues. */
function within<T>(ms: number, work: Promise<T>, instead: () => T | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const value = instead();
      if (value !== undefined) resolve(value);
    }, ms);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
