import { LRUCache } from 'lru-cache';
import { copyText } from './copyText.ts';

export interface LoadingCache<V> {
  /**
   * The value at once where it is known and fresh, else a promise of it. Absence (`null`) is a
   * value too. When loading fails, the last known value stands in; without one the error is thrown.
   */
  get(key: string): V | null | Promise<V | null>;
  /** A change was announced: the next `get` loads, and a load under way is not kept. */
  invalidate(key: string): void;
  invalidateWhere(matches: (key: string) => boolean): void;
  invalidateAll(): void;
}

interface Entry<V> {
  readonly value: V | null;
  freshUntil: number;
}

/** Stands in until the load's own promise exists; nobody can be waiting for it. */
const NEVER = new Promise<never>(() => {});

interface Load<V> {
  promise: Promise<V | null>;
}

interface Options<V> {
  /** Most entries kept; the least recently used go first. */
  readonly max: number;
  /** Milliseconds for which an entry is believed without a look at the database. */
  readonly ttlMs: () => number;
  readonly load: (key: string) => Promise<V | null>;
  /** False where what is absent now may be there at the next look. Default true. */
  readonly cachesMisses?: boolean;
  readonly now?: () => number;
}

/** For so long the last known value stands in before loading is tried again. */
const AFTER_FAILURE_MS = 500;

/** A bounded cache in front of a loader, with one load at a time for each key. */
export function createLoadingCache<V extends object>(options: Options<V>): LoadingCache<V> {
  const now = options.now ?? Date.now;
  const entries = new LRUCache<string, Entry<V>>({ max: options.max });
  const loads = new Map<string, Load<V>>();

  /** Starts a load; `mine` tells whether it is still the one to be kept when it ends. */
  function load(key: string): Promise<V | null> {
    const mine: Load<V> = { promise: NEVER };
    loads.set(key, mine);
    mine.promise = loadAndKeep(key, mine);
    return mine.promise;
  }

  async function loadAndKeep(key: string, mine: Load<V>): Promise<V | null> {
    try {
      const value = await options.load(key);
      // A change announced meanwhile may have overtaken what was read: then it is not kept.
      if (value === null && options.cachesMisses === false) {
        entries.delete(key);
      } else if (loads.get(key) === mine) {
        // Hosts and slugs are parts of a whole request head.
        entries.set(copyText(key), { value, freshUntil: now() + options.ttlMs() });
      }
      return value;
    } catch (error) {
      const last = entries.peek(key);
      if (last === undefined) throw error;
      // While the database is away, not every visitor waits for an attempt that fails.
      if (loads.get(key) === mine) last.freshUntil = now() + AFTER_FAILURE_MS;
      return last.value;
    } finally {
      if (loads.get(key) === mine) loads.delete(key);
    }
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry !== undefined && entry.freshUntil > now()) return entry.value;
      return loads.get(key)?.promise ?? load(key);
    },
    invalidate(key) {
      const entry = entries.peek(key);
      if (entry !== undefined) entry.freshUntil = 0;
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
