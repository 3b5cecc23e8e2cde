import { setTimeout as sleep } from 'node:timers/promises';
import { healTotals } from '../analytics/healTotals.ts';
import { countDays } from '../analytics/countDays.ts';
import { storeBusiestLink } from '../analytics/linkDays.ts';
import type { App } from '../app.ts';

/** How long a closed day that received late clicks is counted from its rows. */
const PAUSE_MS = 2_000;
/** How often all counters are checked for busy links. */
const BUSY_EVERY_MS = 60_000;

/** Counts days that are over, and those of busy links, in the background. Disposing waits for work in progress. */
export function maintainTotals({
  background,
  log,
}: Pick<App, 'background' | 'log'>): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  let lookedAt = -Infinity;
  let healed = false;
  const heal = async () => {
    const rebuilt = await healTotals(background);
    if (rebuilt) log.info(rebuilt, 'Counted all clicks again, as an upgrade asked for');
    healed = true;
  };
  const run = async () => {
    while (!signal.aborted) {
      try {
        if (!healed) await heal();
        await countDays(background, { stop: signal });
        if (performance.now() - lookedAt > BUSY_EVERY_MS) {
          lookedAt = performance.now();
          while (!signal.aborted && (await storeBusiestLink(background)));
        }
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
