/** Steps of a hundredth of a per cent: as fine as a share can be stated. */
const STEPS = 10_000;

/**
 * Where a visitor stands in one experiment: a number from 0 up to, but not including, 1, in steps of 1/10,000. Depends on nothing but
 * its arguments, so that every place which knows both comes to the same variant. It is version 2 of GrowthBook's hash: hashing twice
 * keeps seeds that resemble each other from ordering visitors alike.
 */
export function hashUnit(seed: string, visitor: string): number {
  return (fnv1a32(String(fnv1a32(seed + visitor))) % STEPS) / STEPS;
}

/**
 * The index of the variant for `unit` (`hashUnit`). `shares` are percentages with at most two decimals and a sum of 100, as checked
 * when they are saved; whatever rounding leaves goes to the last one.
 */
export function chooseVariant(shares: readonly number[], unit: number): number {
  let end = 0;
  // In whole steps: a sum such as 33.33 + 33.33 is not exact, and would move visitors at the bounds.
  const index = shares.findIndex((share) => {
    end += Math.round((share * STEPS) / 100);
    return unit < end / STEPS;
  });
  return index < 0 ? shares.length - 1 : index;
}

/** FNV-1a with 32 bits, over UTF-16 code units: the same as over bytes while the text is ASCII. */
function fnv1a32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}
