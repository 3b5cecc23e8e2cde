import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../App.ts';

/** How long a closed day that received late clicks is counted from its rows. */
const PAUSE_MS = 2_000;

/** Lets the click store prepare its answers in the background. Disposing waits for work in progress. */
export function maintainTotals({ numbers, log }: Pick<App, 'numbers' | 'log'>): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      try {
        await numbers.maintain({ stop: signal });
      } catch (error) {
        log.warn({ err: error }, 'Days that are over could not be counted; tried again soon');
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
