import { createSlices, type Slices } from '#platform/lib/createSlices.ts';

/** Slices that say how many steps were done at most between two turns. */
export function countSteps(): { readonly slices: Slices; readonly most: () => number } {
  const slices = createSlices();
  let since = 0;
  let most = 0;
  return {
    slices: {
      ...slices,
      spend(steps) {
        since += steps;
        most = Math.max(most, since);
        return slices.spend(steps);
      },
      turn() {
        since = 0;
        return slices.turn();
      },
    },
    most: () => most,
  };
}
