import type { App } from '../app.ts';
import { healTotals } from '../analytics/healTotals.ts';
import { mergeClicks } from '../analytics/mergeClicks.ts';

/** How long numbers wait before they are merged; until then they are counted from their rows. */
const PAUSE_MS = 2_000;

/** Whether the totals are as they should be, as far as an upgrade is concerned. */
async function heal({ db, background, log }: App): Promise<boolean> {
  try {
    const rebuilt = await healTotals(db, { background });
    if (rebuilt) log.info(rebuilt, 'Counted all clicks anew, as an upgrade asked for');
    return true;
  } catch (error) {
    log.warn({ err: error }, 'Totals could not be counted anew after an upgrade; tried again soon');
    return false;
  }
}

/** Merges clicks into totals in the background. Disposing it waits for a merge that is under way. */
export function keepTotals(app: App): AsyncDisposable {
  const stopping = new AbortController();
  let wake = () => {};
  const run = async () => {
    let healed = false;
    while (!stopping.signal.aborted) {
      healed ||= await heal(app);
      await mergeClicks(app.db, { background: app.background, stop: stopping.signal }).catch(
        (error: unknown) => {
          app.log.warn({ err: error }, 'Clicks could not be merged into totals; tried again soon');
        },
      );
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (stopping.signal.aborted) resolve();
        setTimeout(resolve, PAUSE_MS).unref();
      });
    }
  };
  const done = run();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      wake();
      await done;
    },
  };
}
