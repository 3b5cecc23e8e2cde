import { setTimeout as sleep } from 'node:timers/promises';
import { createReaders, READER_PATIENCE_MS } from '../journal/createReaders.ts';
import type { ClickLedger } from './createClickLedger.ts';

interface LeftJournals {
  readonly folders: readonly string[];
  /** Loads one of them; false: some of it is left (`loadLeftJournal`). */
  readonly load: (folder: string) => Promise<boolean>;
  /** Factor for how long readers wait (`AppOptions.patience`). */
  readonly patience?: number;
}

/** Milliseconds between attempts. */
const PAUSE_MS = 1_000;
const DONE = 1;

/**
 * Loads journals that nothing writes to, one after another, each as often as it takes: live links do not wait for it, and numbers are
 * refused rather than answered without those clicks.
 */
export function loadLeftJournals({
  folders,
  load,
  patience = 1,
}: LeftJournals): Pick<ClickLedger, 'loaded'> & AsyncDisposable {
  const readers = createReaders(READER_PATIENCE_MS * patience);
  const stopping = new AbortController();
  const { signal } = stopping;
  let isDone = folders.length === 0;

  async function loadAll(): Promise<void> {
    for (const folder of folders) {
      while (!(await load(folder))) {
        readers.refuse();
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
      }
      if (signal.aborted) return;
    }
    isDone = true;
    readers.tell(DONE);
  }

  const work = loadAll();
  return {
    loaded: () => (isDone ? Promise.resolve() : readers.wait(DONE)),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await work;
      readers.refuse();
    },
  };
}
