import { setTimeout as sleep } from 'node:timers/promises';
import { useUpLinks } from '#links/changing/useUpLinks.ts';
import type { App } from '../App.ts';

/** How long a closed day that received late clicks is counted from its rows, and a link that is used up stays open on other machines. */
const PAUSE_MS = 2_000;

type Using = Pick<App, 'numbers' | 'background'>;

/** What is done over and over: each by itself, for counting a day may take minutes. */
export const TOTALS = {
  useUpLinks: ({ background }: Using) => useUpLinks(background),
  maintain: ({ numbers }: Using, stop: AbortSignal) => numbers.maintain({ stop }),
} as const;

/**
 * Lets the click store prepare its answers in the background, and ends links that have had all their clicks. Disposing waits for
 * work in progress.
 */
export function maintainTotals(app: Using & Pick<App, 'log'>): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const repeat = async (work: (typeof TOTALS)[keyof typeof TOTALS]) => {
    while (!signal.aborted) {
      await work(app, signal).catch((error: unknown) => {
        app.log.warn({ err: error }, 'Totals could not be maintained; tried again soon');
      });
      await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const done = Promise.all(Object.values(TOTALS).map(repeat));
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await done;
    },
  };
}
