import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { createRandom } from '#start/demo/random.ts';
import {
  type Arm,
  judgeExperiment,
  type Verdict,
} from '#visits/numbers/results/judgeExperiment.ts';
import { SAMPLE_RATIO_LEVEL } from '#visits/numbers/results/sampleRatio.ts';
import { SEED } from '../support/run/seed.ts';
import { drawExperiment, type Plan } from './drawExperiment.ts';

const EXPERIMENTS = 1000;
const LOOKS = 30;
const LEVEL = 0.05;

const EVEN = [50, 50];
const FIVE = [20, 20, 20, 20, 20];

suite('experiments without a difference, looked at every day for a month', () => {
  for (const { shares, rate, peopleADay } of [
    { shares: EVEN, rate: 0.1, peopleADay: 500 },
    { shares: EVEN, rate: 0.01, peopleADay: 1000 },
    { shares: FIVE, rate: 0.1, peopleADay: 1000 },
    { shares: FIVE, rate: 0.01, peopleADay: 3000 },
    { shares: [90, 10], rate: 0.1, peopleADay: 500 },
    { shares: [96, 1, 1, 1, 1], rate: 0.1, peopleADay: 2000 },
    { shares: [1, 99], rate: 0.01, peopleADay: 5000 },
  ]) {
    test(`${shares.join(', ')} per cent of ${peopleADay} people a day, ${rate * 100} % convert: at most 5 % are called`, (t) => {
      const random = createRandom(SEED);
      const plan = { shares, rates: shares.map(() => rate), peopleADay, days: LOOKS };
      const seen = Array.from({ length: EXPERIMENTS }, () =>
        [...drawExperiment(random, plan)].map((arms) => judgeExperiment(arms).state),
      );
      const met = (state: Verdict['state']) => seen.filter((all) => all.includes(state)).length;
      t.diagnostic(`${met('difference')} of ${EXPERIMENTS} called`);
      assert.ok(met('difference') <= LEVEL * EXPERIMENTS, `${met('difference')} called`);
      // One is expected at most; so many would have a probability below one in a million.
      assert.ok(
        met('withheld') <= SAMPLE_RATIO_LEVEL * EXPERIMENTS + 9,
        `${met('withheld')} withheld`,
      );
      assert.ok(met('noDifference') > 0.9 * EXPERIMENTS, 'too few people for a test of anything');
    });
  }
});

suite('experiments with something to find', () => {
  test('10 % against 12 % is found among 20,000 people an arm, and the better one wins', () => {
    const found = repeat(100, { shares: EVEN, rates: [0.1, 0.12], peopleADay: 4000, days: 10 });
    assert.ok(found.every(({ state, winner }) => state === 'difference' && winner === '1'));
    for (const { arms } of found) {
      const { rate, lift, p } = arms[1]!;
      assert.ok(p! < LEVEL);
      assert.ok(Math.abs(lift! - (rate! / arms[0]!.rate! - 1)) < 1e-12);
    }
  });

  test('the interval holds the true difference at every look in 95 % of experiments', () => {
    const random = createRandom(SEED);
    const plan = { shares: [30, 70], rates: [0.1, 0.12], peopleADay: 600, days: LOOKS };
    const left = Array.from({ length: EXPERIMENTS }, () =>
      [...drawExperiment(random, plan)].some((arms) => {
        const { interval } = judgeExperiment(arms).arms[1]!;
        return interval !== null && (interval[0] > 0.02 || interval[1] < 0.02);
      }),
    ).filter(Boolean).length;
    assert.ok(left <= LEVEL * EXPERIMENTS, `${left}`);
  });

  test('a variant that nobody converts in is found, though it shows no conversion to go by', () => {
    const { state, winner } = judgeExperiment([
      { name: 'works', share: 50, people: 1000, conversions: 50 },
      { name: 'broken', share: 50, people: 1000, conversions: 0 },
    ]);
    assert.deepEqual({ state, winner }, { state: 'difference', winner: 'works' });
  });

  test('no winner while the best two cannot be told apart', () => {
    const plan = { shares: [40, 30, 30], rates: [0.1, 0.15, 0.15], peopleADay: 30_000, days: 1 };
    const all = repeat(100, plan);
    assert.ok(all.every(({ state }) => state === 'difference'));
    assert.ok(all.filter(({ winner }) => winner !== null).length <= LEVEL * 100);
  });

  test('a biased assignment withholds the verdict, whatever the rates', () => {
    const all = repeat(100, {
      shares: EVEN,
      assigned: [46, 54],
      rates: [0.1, 0.2],
      peopleADay: 10_000,
      days: 1,
    });
    for (const { state, sampleRatio, arms, winner } of all) {
      assert.equal(state, 'withheld');
      assert.equal(sampleRatio.state, 'failing');
      assert.equal(winner, null);
      assert.ok(arms.every((arm) => arm.p === null && arm.lift === null && arm.interval === null));
      assert.ok(arms.every(({ rate }) => rate !== null));
    }
  });

  test('a single arm with a wrong share among five is noticed', () => {
    const assigned = [21, 21, 21, 21, 16];
    const all = repeat(100, {
      shares: FIVE,
      assigned,
      rates: FIVE.map(() => 0.1),
      peopleADay: 10_000,
      days: 1,
    });
    assert.ok(all.every(({ state }) => state === 'withheld'));
  });
});

suite('small numbers', () => {
  for (const [title, people, conversions] of [
    ['nobody', [0, 0], [0, 0]],
    ['fewer than 100 people in an arm', [140, 99], [70, 50]],
    ['fewer than 10 conversions expected in an arm', [1000, 1000], [18, 1]],
    ['fewer than 10 people without a conversion expected in an arm', [1000, 1000], [982, 999]],
  ] as const) {
    test(`${title}: no verdict`, () => {
      const verdict = judgeExperiment(
        people.map((each, i) => ({
          name: `${i}`,
          share: 50,
          people: each,
          conversions: conversions[i]!,
        })),
      );
      assert.equal(verdict.state, 'tooFew');
      assert.equal(verdict.winner, null);
      assert.ok(verdict.arms.every(({ p }) => p === null));
    });
  }

  test('refuses arms that cannot be', () => {
    const arm = { name: 'a', share: 50, people: 10, conversions: 1 };
    assert.throws(() => judgeExperiment([arm]), /two arms/);
    assert.throws(() => judgeExperiment([arm, { ...arm, share: 0 }]), /share of a .* above 0/);
    assert.throws(() => judgeExperiment([arm, { ...arm, conversions: 11 }]), /conversions of a/);
  });
});

const experiment = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 100 }),
      fc.nat({ max: 1_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
    { minLength: 2, maxLength: 5 },
  )
  .map((drawn): Arm[] => {
    const all = drawn.reduce((sum, [share]) => sum + share, 0);
    return drawn.map(([share, noise, rate], i) => {
      // Mostly as the shares say, so that there are verdicts to look at.
      const people = Math.round((share / all) * 20_000 + (noise % 50));
      return {
        name: `${i}`,
        share: (share / all) * 100,
        people,
        conversions: Math.round(people * rate),
      };
    });
  });

suite('any totals', () => {
  test('an arm differs exactly if its interval leaves out zero, and a winner differs from all', () => {
    const states = new Set<string>();
    fc.assert(
      fc.property(experiment, (arms) => {
        const verdict = judgeExperiment(arms);
        states.add(verdict.state);
        for (const { p, interval } of verdict.arms.slice(1)) {
          assert.equal(p === null, interval === null);
          if (p === null || interval === null) continue;
          assert.ok(p >= 0 && p <= 1);
          assert.equal(p < LEVEL, interval[0] > 0 || interval[1] < 0);
        }
        if (verdict.winner !== null) assert.equal(verdict.state, 'difference');
      }),
      { numRuns: 500 },
    );
    assert.ok(states.has('difference') && states.has('tooFew'), [...states].join());
  });

  test('the order of the other arms changes nothing', () => {
    fc.assert(
      fc.property(experiment, ([first, ...others]) => {
        const one = judgeExperiment([first!, ...others]);
        const other = judgeExperiment([first!, ...others.toReversed()]);
        assert.equal(one.state, other.state);
        assert.deepEqual(one.arms.slice(1), other.arms.slice(1).toReversed());
      }),
    );
  });
});

/** The verdicts at the end of so many experiments. */
function repeat(times: number, plan: Plan): Verdict[] {
  const random = createRandom(SEED);
  return Array.from({ length: times }, () =>
    judgeExperiment([...drawExperiment(random, plan)].at(-1)!),
  );
}
