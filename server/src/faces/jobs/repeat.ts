import type { App } from '../App.ts';

interface Repetition {
  /** Milliseconds from the start of one round to the next. */
  readonly everyMs: number;
  /** The first round starts immediately; otherwise it waits as long as the others. */
  readonly atOnce?: boolean;
  readonly round: () => Promise<unknown>;
  /** What the log says about a failed round. */
  readonly failure: string;
}

/** Runs rounds of work in the background. Disposing waits for a round in progress. */
export function repeat({ log }: Pick<App, 'log'>, repetition: Repetition): AsyncDisposable {
  const { everyMs, atOnce = false, round, failure } = repetition;
  const run = () => round().catch((error: unknown) => log.error({ err: error }, failure));
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
