/** Percentages have two decimals at most. */
const PARTS = 10_000;

/** Percentages for so many variants that add up to 100: the first ones get what does not divide. */
export function evenShares(count: number): number[] {
  const part = Math.floor(PARTS / count);
  const rest = PARTS - part * count;
  return Array.from({ length: count }, (_, place) => (part + (place < rest ? 1 : 0)) / 100);
}

/** In percent, without the errors of adding fractions. */
export function sumOf(variants: readonly { readonly share: number | string }[]): number {
  return variants.reduce((sum, { share }) => sum + Math.round(Number(share) * 100), 0) / 100;
}
