import { pause } from './pause.ts';

export const DAY_MS = 24 * 3600 * 1000;

/**
 * Waits, where a turn of the clock is near, until it has passed: of the UTC day, of its month with it, or of any
 * stretch of so many milliseconds since the epoch. For tests that ask twice and mean one and the same.
 */
export async function awayFromTurn(lengthMs: number, marginMs: number): Promise<void> {
  for (;;) {
    const left = lengthMs - (Date.now() % lengthMs);
    if (left > marginMs) return;
    // A timer may end a moment before the clock has turned.
    await pause(left + 1, 'the clock is to turn');
  }
}
