export interface Estimate {
  /** How far two arms are apart, on any scale. */
  readonly value: number;
  /** Of `value` itself, not of one person. */
  readonly variance: number;
  /** Of both arms together: how far the experiment has come. */
  readonly people: number;
}

/** How many people the interval is narrowest for; GrowthBook's default, so that its results can be compared. Any number is valid. */
const TUNED_FOR = 5000;

/**
 * An asymptotic confidence sequence (Waudby-Smith et al., arXiv 2103.06476): the probability that `value` ± `halfWidth` leaves out the true
 * value at any time, however often one looks, is at most `alpha`; `p` is below `alpha` exactly while the interval leaves out zero. `alpha`
 * has to be the same at every look.
 */
export function sequentialTest(
  { value, variance, people }: Estimate,
  alpha: number,
  tunedFor = TUNED_FOR,
): { readonly halfWidth: number; readonly p: number } {
  const mixed = (people * (Math.log(1 - 2 * Math.log(alpha)) - 2 * Math.log(alpha))) / tunedFor;
  const penalty = Math.log(mixed + 1) / 2;
  const shrinkage = mixed / (mixed + 1);
  const evidence = ((value ** 2 / variance) * shrinkage) / 2 - penalty;
  return {
    halfWidth: Math.sqrt((2 * variance * (penalty - Math.log(alpha))) / shrinkage),
    p: Math.min(1, Math.exp(-evidence)),
  };
}
