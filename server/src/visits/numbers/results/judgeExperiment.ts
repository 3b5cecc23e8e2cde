import { checkSampleRatio, type SampleRatio } from './sampleRatio.ts';
import { sequentialTest } from './sequentialTest.ts';

export interface Arm {
  readonly name: string;
  /** In per cent; above zero, all of them 100. */
  readonly share: number;
  /** Visitors, each counted once a day. */
  readonly people: number;
  /** How many of those `people` did what counts. */
  readonly conversions: number;
}

interface JudgedArm {
  readonly name: string;
  readonly people: number;
  readonly conversions: number;
  /** Null without people. */
  readonly rate: number | null;
  /** How much higher the rate is than that of the first arm: 0.2 is a fifth higher. Null for the first arm, and without a verdict. */
  readonly lift: number | null;
  /** Where the difference to the rate of the first arm lies (0.01 is one percentage point). Null as `lift` is. */
  readonly interval: readonly [low: number, high: number] | null;
  /** Always valid, and adjusted for the number of arms: the arm differs from the first if it is below 0.05. Null as `lift` is. */
  readonly p: number | null;
}

export interface Verdict {
  readonly sampleRatio: SampleRatio;
  /** `noDifference`: none found so far, which is no proof that there is none. */
  readonly state: 'withheld' | 'tooFew' | 'noDifference' | 'difference';
  readonly arms: readonly JudgedArm[];
  /** The arm that is better than every other one. */
  readonly winner: string | null;
}

/** An experiment without a difference is called with at most this probability, in all of its life and over all of its arms. */
const LEVEL = 0.05;
/** The test takes rates for normally distributed. Far from that it errs, so no verdict comes before there are so many in every arm. */
const MIN_PEOPLE = 100;
/** Of conversions, and of people without one, that every arm has to be expected to have if all convert alike. */
const MIN_EXPECTED = 10;

/**
 * What an experiment has shown so far; the first arm is the one that the others are compared with. May be asked every day, and ended whenever
 * the answer is clear (docs/experiments.md). Only today's totals count, so a difference that was found may be gone tomorrow.
 * Throws a RangeError for arms that cannot be.
 */
export function judgeExperiment(arms: readonly Arm[]): Verdict {
  checkArms(arms);
  const sampleRatio = checkSampleRatio(
    arms.map(({ people }) => people),
    arms.map(({ share }) => share),
  );
  const [first, ...others] = arms;
  if (sampleRatio.state === 'failing') return withoutVerdict(arms, sampleRatio, 'withheld');
  if (sampleRatio.state === 'tooFew' || haveTooFew(arms)) {
    return withoutVerdict(arms, sampleRatio, 'tooFew');
  }
  // Every pair has its part of the level, so that the winner may be told from all, not only from the first.
  const pairs = (arms.length * (arms.length - 1)) / 2;
  const judged = others.map((arm) => compareWith(first!, arm, pairs));
  return {
    sampleRatio,
    state: judged.some(({ p }) => p! < LEVEL) ? 'difference' : 'noDifference',
    arms: [withoutComparison(first!), ...judged],
    winner: findWinner(arms, pairs),
  };
}

function checkArms(arms: readonly Arm[]): void {
  if (arms.length < 2) throw new RangeError('An experiment has at least two arms.');
  for (const { name, share, people, conversions } of arms) {
    if (!(share > 0)) throw new RangeError(`The share of ${name} has to be above 0: ${share}.`);
    if (!(conversions >= 0 && conversions <= people)) {
      throw new RangeError(
        `The conversions of ${name} have to be people among its ${people}: ${conversions}.`,
      );
    }
  }
}

function haveTooFew(arms: readonly Arm[]): boolean {
  const rate = rateOf({
    people: arms.reduce((sum, { people }) => sum + people, 0),
    conversions: arms.reduce((sum, { conversions }) => sum + conversions, 0),
  });
  const rarer = Math.min(rate ?? 0, 1 - (rate ?? 0));
  return arms.some(({ people }) => people < MIN_PEOPLE || people * rarer < MIN_EXPECTED);
}

function withoutVerdict(
  arms: readonly Arm[],
  sampleRatio: SampleRatio,
  state: 'withheld' | 'tooFew',
): Verdict {
  return { sampleRatio, state, arms: arms.map(withoutComparison), winner: null };
}

function withoutComparison(arm: Arm): JudgedArm {
  const { name, people, conversions } = arm;
  return { name, people, conversions, rate: rateOf(arm), lift: null, interval: null, p: null };
}

function compareWith(first: Arm, arm: Arm, pairs: number): JudgedArm {
  const { difference, halfWidth, p } = compare(first, arm, pairs);
  const base = rateOf(first)!;
  return {
    ...withoutComparison(arm),
    lift: base === 0 ? null : difference / base,
    interval: [difference - halfWidth, difference + halfWidth],
    p,
  };
}

function findWinner(arms: readonly Arm[], pairs: number): string | null {
  const best = arms.reduce((one, other) => (rateOf(other)! > rateOf(one)! ? other : one));
  const beatsAll = arms.every((arm) => arm === best || compare(arm, best, pairs).p < LEVEL);
  return beatsAll ? best.name : null;
}

/** How much higher the rate of `two` is than that of `one`. */
function compare(one: Arm, two: Arm, pairs: number) {
  const people = one.people + two.people;
  // One of each is added: that nothing has happened yet must not count as certainty.
  const both = spreadOf({
    people: people + 2,
    conversions: one.conversions + two.conversions + 1,
  });
  // Apart, an arm that by chance has few conversions looks surer than it is; together, one that has many does. The larger errs to neither side.
  const variance = Math.max(
    spreadOf(one) / one.people + spreadOf(two) / two.people,
    both / one.people + both / two.people,
  );
  const difference = rateOf(two)! - rateOf(one)!;
  const { halfWidth, p } = sequentialTest({ value: difference, variance, people }, LEVEL / pairs);
  return { difference, halfWidth, p: Math.min(1, p * pairs) };
}

type Counts = Pick<Arm, 'people' | 'conversions'>;

/** The variance of a single person. */
function spreadOf(counts: Counts): number {
  const rate = rateOf(counts)!;
  return rate * (1 - rate);
}

function rateOf({ people, conversions }: Counts): number | null {
  return people === 0 ? null : conversions / people;
}
