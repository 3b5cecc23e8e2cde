import type { App } from '../app.ts';
import { ensurePartitions } from '../db/partitions.ts';

const DAY = 24 * 3600 * 1000;

/** Keeps the partitions of the coming months ready; a click never waits for one. */
export function keepPartitions(app: App, months: number): Disposable {
  const timer = setInterval(() => {
    ensurePartitions(app.db, new Date(), months).catch((error: unknown) => {
      app.log.error({ err: error }, 'Partitions could not be made; they are tried again tomorrow');
    });
  }, DAY);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
