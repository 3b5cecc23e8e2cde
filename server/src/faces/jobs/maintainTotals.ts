import { setTimeout as sleep } from 'node:timers/promises';
import { useUpLinks } from '#links/changing/useUpLinks.ts';
import type { App } from '../App.ts';

/** How long a closed day that received late clicks is counted from its rows. */
const PAUSE_MS = 2_000;

/**
 * Lets the click store prepare its answers in the background, and ends links that have had all their clicks. Disposing waits for
 * work in progress.
 */
export function maintainTotals({
  numbers,
  background,
  log,
}: Pick<App, 'numbers' | 'background' | 'log'>): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const works = [() => useUpLinks(background), () => numbers.maintain({ stop: signal })];
  const run = async () => {
    while (!signal.aborted) {
      for (const work of works) {
        await work().catch((error: unknown) => {
          log.warn({ err: error }, 'Totals could not be maintained; tried again soon');
        });
      }
      await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const done = run();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await done;
    },
  };
}
