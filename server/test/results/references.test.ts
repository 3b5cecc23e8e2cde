import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkSampleRatio, logBayesFactor } from '#visits/numbers/results/sampleRatio.ts';
import { sequentialTest } from '#visits/numbers/results/sequentialTest.ts';

/** One arm by its moments: the mean of what each person did, the variance among people, and how many. */
interface Sample {
  readonly mean: number;
  readonly variance: number;
  readonly n: number;
}

/** Half of the last of the five decimals that gbstats publishes. */
const PUBLISHED = 0.5e-5;

suite(
  'sequential test: the values of the tests of gbstats (growthbook/growthbook, packages/stats)',
  () => {
    test('proportions, tuned for 5,000 people (test_sequential_test_runs_prop)', () => {
      const { value, deviation, ...tested } = compareRelatively(
        proportion(1396, 3000),
        proportion(2422, 3461),
      );
      assertClose(value, 0.50386);
      assertClose(deviation, 0.03386);
      assertClose(value - tested.halfWidth, 0.40098);
      assertClose(value + tested.halfWidth, 0.60675);
      assertClose(tested.p, 0);
    });

    test('means, tuned for 1,000 people (test_sequential_test_runs)', () => {
      const { value, deviation, ...tested } = compareRelatively(
        meanOf(1396.87, 52377.9767, 3000),
        meanOf(2422.7, 134698.29, 3461),
        1000,
      );
      assertClose(value, 0.50336);
      assertClose(deviation, 0.33341);
      assertClose(value - tested.halfWidth, -0.55844);
      assertClose(value + tested.halfWidth, 1.56516);
      assert.equal(tested.p, 1);
    });
  },
);

suite('sample ratio: the values of the tests of ssrm-test (Optimizely)', () => {
  /** Counts so far, and the logarithms of the likelihood with an even prior and by the shares 0.4, 0.4, 0.2. */
  const PUBLISHED_LIKELIHOODS = [
    [[1, 0, 0], -1.0986122886681096, -0.916290731874155],
    [[1, 1, 0], -2.4849066497880004, -1.83258146374831],
    [[2, 1, 0], -3.401197381662155, -2.748872195622465],
    [[2, 2, 0], -4.499809670330265, -3.66516292749662],
    [[2, 2, 1], -6.4457198193855785, -5.27460083993072],
    [[20, 17, 9], -7.028201432058012, -4.0776406466061985],
    [[38, 38, 17], -11.947847738358888, -8.265946861099877],
    [[42, 44, 21], -15.471401950257842, -11.610743519545139],
    [[60, 63, 32], -19.96484521090386, -15.781031228536165],
  ] as const;

  for (const [counts, drawn, stated] of PUBLISHED_LIKELIHOODS) {
    test(`${counts.join(', ')} people`, () => {
      const factor = logBayesFactor(counts, [0.4, 0.4, 0.2], [1, 1, 1]);
      assert.ok(Math.abs(factor - (drawn - stated)) < 1e-9, `${factor}`);
    });
  }

  test('500 and 500 people are no mismatch, 100 and 900 are (test_ssrm.py of gbstats)', () => {
    assert.equal(checkSampleRatio([500, 500], [50, 50]).state, 'ok');
    assert.equal(checkSampleRatio([100, 900], [50, 50]).state, 'failing');
    assert.deepEqual(checkSampleRatio([0, 0], [50, 50]), { p: 1, state: 'tooFew' });
  });
});

/** As gbstats does by default: the change of the mean relative to the first, its variance by the delta method. */
function compareRelatively(one: Sample, two: Sample, tunedFor?: number) {
  const value = (two.mean - one.mean) / one.mean;
  const variance =
    two.variance / (one.mean ** 2 * two.n) +
    (one.variance * two.mean ** 2) / (one.mean ** 4 * one.n);
  const people = one.n + two.n;
  const tested = sequentialTest({ value, variance, people }, 0.05, tunedFor);
  return { value, deviation: Math.sqrt(variance), ...tested };
}

function proportion(sum: number, n: number): Sample {
  return { mean: sum / n, variance: (sum / n) * (1 - sum / n), n };
}

function meanOf(sum: number, sumOfSquares: number, n: number): Sample {
  return { mean: sum / n, variance: (sumOfSquares - sum ** 2 / n) / (n - 1), n };
}

function assertClose(ours: number, published: number): void {
  assert.ok(Math.abs(ours - published) <= PUBLISHED, `${ours}, published as ${published}`);
}
