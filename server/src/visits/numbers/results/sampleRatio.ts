/**
 * Below this the check fails: one sound experiment in a thousand, in all of its life. The usual level for this check, because a failure takes
 * the whole result away.
 */
export const SAMPLE_RATIO_LEVEL = 0.001;

/** How close to the stated shares wrong ones are expected to be, in people. 1,000 finds what goes wrong among a few thousand. */
const CONCENTRATION = 1000;

export interface SampleRatio {
  /** How likely the test is to ever come this low if people are assigned by the shares. */
  readonly p: number;
  /** `tooFew` while the check could not fail even if everybody had got the same arm. */
  readonly state: 'ok' | 'failing' | 'tooFew';
}

/**
 * Whether people were assigned by the shares: the sequential multinomial test of Lindon and Malek (arXiv 2011.03567). The inverse of `p`, before
 * it is capped, is a martingale while they are; so by Ville's inequality it may be looked at every day, and the counts of today are enough: a
 * valid `p` does not need those of the days before.
 */
export function checkSampleRatio(
  counts: readonly number[],
  shares: readonly number[],
): SampleRatio {
  const p = pValue(counts, shares);
  if (p < SAMPLE_RATIO_LEVEL) return { p, state: 'failing' };
  const people = counts.reduce((sum, count) => sum + count, 0);
  const smallest = shares.indexOf(Math.min(...shares));
  const farthest = counts.map((_, arm) => (arm === smallest ? people : 0));
  return { p, state: pValue(farthest, shares) < SAMPLE_RATIO_LEVEL ? 'ok' : 'tooFew' };
}

function pValue(counts: readonly number[], shares: readonly number[]): number {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const expected = shares.map((share) => share / total);
  const prior = expected.map((share) => share * CONCENTRATION);
  return Math.min(1, Math.exp(-logBayesFactor(counts, expected, prior)));
}

/**
 * The natural logarithm of how much likelier `counts` are if the probabilities were drawn from a Dirichlet distribution with the parameters
 * `prior` than if they are `expected`.
 */
export function logBayesFactor(
  counts: readonly number[],
  expected: readonly number[],
  prior: readonly number[],
): number {
  const ofArms = counts.map(
    (count, arm) => logRising(prior[arm]!, count) - count * Math.log(expected[arm]!),
  );
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  return sum(ofArms) - logRising(sum(prior), sum(counts));
}

/** Of x (x + 1) … (x + count - 1). */
function logRising(x: number, count: number): number {
  return logGamma(x + count) - logGamma(x);
}

/** By Stirling's series, for x above zero; exact to about 12 digits. */
function logGamma(x: number): number {
  let shift = 0;
  let large = x;
  for (; large < 10; large++) shift += Math.log(large);
  const square = large ** 2;
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * square)) / square) / square) / large;
  return (large - 0.5) * Math.log(large) - large + Math.log(2 * Math.PI) / 2 + series - shift;
}
