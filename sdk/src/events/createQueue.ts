import type { AppStorage } from '../app/types.ts';
import type { AppEvent } from '../contract.ts';

/** Events on the device; beyond it, the oldest are dropped. */
const MAX_WAITING = 1_000;
/** What has waited for longer, by the device's clock, is dropped. */
const MAX_WAIT_MS = 30 * 24 * 3600 * 1000;
const PREFIX = 'fairlead.event.';
/** Where a storage cannot say what it holds: the names of the events in it. */
const INDEX = 'fairlead.events';

export interface Waiting {
  readonly name: string;
  readonly event: AppEvent;
}

/**
 * Events on their way from the device, each under a name of its own, so that tabs which share a storage never overwrite each
 * other's. Names are in the order in which they came. What cannot be stored waits in memory.
 */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createQueue(
  storage: AppStorage,
  now: () => number,
  onFault: (fault: unknown) => void,
) {
  const unsaved = new Map<string, string>();
  /** Being stored or sent. */
  const taken = new Set<string>();
  /** Removed in vain. */
  const stuck = new Set<string>();
  let index: string[] | undefined;
  let reading: Promise<void> | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  /** Ends before its first wait where the storage says what it holds. */
  async function open(): Promise<void> {
    if (!storage.keys && !index) await (reading ??= readIndex());
  }

  async function readIndex(): Promise<void> {
    let read: unknown;
    try {
      read = JSON.parse((await storage.getItem(INDEX)) ?? '[]');
    } catch (fault) {
      onFault(fault);
    }
    index = Array.isArray(read) ? read : [];
  }

  function list(): string[] {
    const stored = storage.keys?.().filter(isWaiting) ?? index ?? [];
    // oxlint-disable-next-line unicorn/no-array-sort -- not every runtime of apps has `toSorted`
    return [...new Set([...stored, ...unsaved.keys()])].sort();
  }

  function isWaiting(name: string): boolean {
    return name.startsWith(PREFIX) && !stuck.has(name);
  }

  function saveIndex(): Promise<unknown> | undefined {
    if (!index) return undefined;
    // One write after the other, so that the newest is the last.
    writing = writing
      .then(() =>
        index?.length ? storage.setItem(INDEX, JSON.stringify(index)) : storage.removeItem(INDEX),
      )
      .catch(onFault);
    return writing;
  }

  async function remove(names: readonly string[]): Promise<void> {
    const gone = new Set(names);
    // Before the first wait: nobody else is to find them.
    index = index?.filter((name) => !gone.has(name));
    await Promise.all(names.map(removeOne));
    await saveIndex();
  }

  async function removeOne(name: string): Promise<void> {
    unsaved.delete(name);
    try {
      await storage.removeItem(name);
    } catch (fault) {
      stuck.add(name);
      onFault(fault);
    }
  }

  async function add(id: string, text: string): Promise<number> {
    if (!storage.keys) await open();
    const names = list();
    // Also in order where the clock was set back.
    const time = Math.max(now(), timeOf(names.at(-1) ?? '') + 1);
    const name = `${PREFIX}${String(time).padStart(15, '0')}.${id}`;
    index?.push(name);
    unsaved.set(name, text);
    taken.add(name);
    try {
      // First, so that nothing is left that nobody knows of.
      if (index) await saveIndex();
      await storage.setItem(name, text);
      unsaved.delete(name);
    } catch (fault) {
      onFault(fault);
    }
    taken.delete(name);
    // Everything was cleared meanwhile.
    if (index?.includes(name) === false) await remove([name]);
    const surplus = names.length < MAX_WAITING ? [] : list().slice(0, -MAX_WAITING);
    if (surplus.length > 0) await drop(surplus);
    return names.length + 1;
  }

  const queue = {
    /** Events that were dropped and not spoken of yet. */
    dropped: 0,
    add,
    remove,
    /** The oldest, up to so many and so much text, which nobody else gets until they are given back. */
    async take(most: number, length: number, oneAtLeast: boolean): Promise<Waiting[]> {
      await open();
      const names = list().filter((name) => !taken.has(name));
      const old = names.filter((name) => timeOf(name) < now() - MAX_WAIT_MS);
      const some = names.slice(old.length, old.length + most);
      for (const name of some) taken.add(name);
      if (old.length > 0) await drop(old);
      const texts = await Promise.all(some.map(read));
      const batch: Waiting[] = [];
      const lost: string[] = [];
      let left = length;
      for (const [place, name] of some.entries()) {
        const text = texts[place];
        const event = parse(text ?? '');
        left -= text?.length ?? 0;
        if (!event && text !== undefined) lost.push(name);
        else if (event && (left >= 0 || (oneAtLeast && batch.length === 0)))
          batch.push({ name, event });
        else taken.delete(name);
      }
      if (lost.length > 0) await remove(lost);
      return batch;
    },
    giveBack(batch: readonly Waiting[]): void {
      for (const { name } of batch) taken.delete(name);
    },
    async clear(): Promise<void> {
      await open();
      await remove(list());
    },
  };

  /** Null where another tab has sent it; undefined where the storage fails. */
  async function read(name: string): Promise<string | null | undefined> {
    try {
      return unsaved.get(name) ?? (await storage.getItem(name));
    } catch (fault) {
      onFault(fault);
      return undefined;
    }
  }

  async function drop(names: readonly string[]): Promise<void> {
    queue.dropped += names.length;
    await remove(names);
  }

  return queue;
}

function timeOf(name: string): number {
  return Number(name.slice(PREFIX.length).split('.')[0]);
}

function parse(text: string): AppEvent | undefined {
  try {
    return JSON.parse(text) as AppEvent;
  } catch {
    return undefined;
  }
}
