import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for some milliseconds, whatever happens meanwhile. Only where time itself is what is tested, or to space what is
 * repeated; `why` says which. Whoever waits for something uses `until`.
 */
export function pause(milliseconds: number, why: string): Promise<void> {
  if (why === '') throw new TypeError('A pause needs a reason');
  return sleep(milliseconds);
}
