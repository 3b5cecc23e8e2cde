import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from './isUnavailable.ts';

const PAUSE_MS = 500;

/** Runs some work as soon as the database is available. Throws any other error, and when it is aborted. */
export async function keepTrying<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    await sleep(PAUSE_MS, undefined, { signal, ref: false });
  }
}
