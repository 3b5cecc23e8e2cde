import type { App } from '../App.ts';

/** Work that is repeated for as long as the process runs. */
export interface Timer {
  /** Milliseconds from the start of one round to the next. */
  readonly everyMs: number;
  /** The first round starts immediately; otherwise it waits as long as the others. */
  readonly atOnce?: boolean;
  readonly round: (app: App) => Promise<unknown>;
  /** What the log says about a failed round. */
  readonly failure: string;
}

/** Runs rounds of work in the background. Disposing waits for a round in progress. */
export function repeat(app: App, { everyMs, atOnce = false, round, failure }: Timer) {
  const run = () => round(app).catch((error: unknown) => app.log.error({ err: error }, failure));
  let underway: Promise<unknown> = atOnce ? run() : Promise.resolve();
  const timer = setInterval(() => {
    underway = run();
  }, everyMs);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await underway;
    },
  };
}
