import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Steps between two turns of the event loop: a few milliseconds. A step is the smallest piece of the work at hand, of a tenth of a
 * microsecond to one: a segment compared, a condition judged, a field checked. What takes longer counts as several.
 */
export const STEPS_PER_SLICE = 5_000;

/** Long work in slices, so that every other request gets its turn between two of them. */
export interface Slices {
  /** Counts steps that have been done; true once a slice is full, and it is time to `await turn()`. */
  spend(steps: number): boolean;
  /** Lets everything else have its turn; the next slice begins. Rejects if the work was told to stop. */
  turn(): Promise<void>;
  /** All steps so far. */
  total(): number;
}

/**
 * Every loop over what tenants have made, and may have made a lot of, goes through this:
 * `if (slices.spend(STEPS_OF_AN_ITEM)) await slices.turn();`
 */
export function createSlices(stop?: AbortSignal): Slices {
  let total = 0;
  let steps = 0;
  return {
    spend(done) {
      total += done;
      steps += done;
      return steps >= STEPS_PER_SLICE;
    },
    async turn() {
      steps = 0;
      await nextTurn();
      stop?.throwIfAborted();
    },
    total: () => total,
  };
}
