import type { App } from '../app.ts';
import { forgetTraces as forget } from '../attribution/forgetTraces.ts';

const EVERY_MS = 5 * 60 * 1000;

/** Traces of visitors go within five minutes of their time. Disposing it waits for a round under way. */
export function forgetTraces(app: App): AsyncDisposable {
  const work = async () => {
    const { keys } = await forget(app.pool, new Date());
    if (keys > 0) await app.dayKeys.refresh();
  };
  const once = () =>
    work().catch((error: unknown) => {
      app.log.error({ err: error }, 'Traces of visitors could not be deleted; tried again soon');
    });
  let round: Promise<void> = once();
  const timer = setInterval(() => {
    round = once();
  }, EVERY_MS);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await round;
    },
  };
}
