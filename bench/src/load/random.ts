/** Numbers in [0, 1) that are the same in every run: a figure should not depend on the draw. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const shuffled: T[] = [];
  for (const item of items) {
    const at = Math.floor(random() * (shuffled.length + 1));
    const displaced = shuffled[at];
    if (displaced !== undefined) shuffled.push(displaced);
    shuffled[at] = item;
  }
  return shuffled;
}
