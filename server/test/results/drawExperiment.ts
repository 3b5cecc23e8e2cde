import type { Random } from '#start/demo/random.ts';
import type { Arm } from '#visits/numbers/results/judgeExperiment.ts';

export interface Plan {
  /** In per cent. */
  readonly shares: readonly number[];
  /** The shares by which people are really assigned. */
  readonly assigned?: readonly number[];
  /** How many of the people of each arm convert, from 0 to 1. */
  readonly rates: readonly number[];
  /** Of all arms together. */
  readonly peopleADay: number;
  readonly days: number;
}

/** The totals of an experiment at the end of each day. */
export function* drawExperiment(random: Random, plan: Plan): Generator<Arm[]> {
  const { shares, assigned = shares, rates, peopleADay, days } = plan;
  let arms = shares.map((share, i): Arm => ({ name: `${i}`, share, people: 0, conversions: 0 }));
  for (let day = 0; day < days; day++) {
    let left = peopleADay;
    let leftShare = 100;
    arms = arms.map((arm, i) => {
      const people = drawBinomial(random, left, assigned[i]! / leftShare);
      left -= people;
      leftShare -= assigned[i]!;
      const conversions = arm.conversions + drawBinomial(random, people, rates[i]!);
      return { ...arm, people: arm.people + people, conversions };
    });
    yield arms;
  }
}

/** How many of `n` happen, each with probability `p`: exact, by adding up probabilities until a drawn one is reached. */
function drawBinomial(random: Random, n: number, p: number): number {
  if (p > 0.5) return n - drawBinomial(random, n, 1 - p);
  // In parts: the probability of none must not vanish.
  if (n > 1000) return drawBinomial(random, 1000, p) + drawBinomial(random, n - 1000, p);
  const odds = p / (1 - p);
  let probability = (1 - p) ** n;
  let drawn = random();
  let happened = 0;
  while (drawn > probability && happened < n) {
    drawn -= probability;
    happened += 1;
    probability *= (odds * (n + 1 - happened)) / happened;
  }
  return happened;
}
