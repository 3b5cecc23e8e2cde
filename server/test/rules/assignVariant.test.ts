import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createRandom } from '#start/demo/random.ts';
import { chooseVariant, hashUnit } from '#visits/decision/rules/assignVariant.ts';

const VISITORS = 100_000;
/** Seeds and visitors are fixed, so that nothing here depends on luck; chance alone would be below this once in a million seeds. */
const LEVEL = 1e-6;

/** As they come: hashes of 64 bits in decimal, and, where the hash has the least to work with, numbers in a row. */
const VISITOR_IDS: Readonly<Record<string, readonly string[]>> = {
  'keyed hashes': drawHashes(),
  'numbers in a row': Array.from({ length: VISITORS }, (_, i) => String(i)),
};
/** Two that resemble each other, and two that do not. */
const SEEDS = [
  '019a1b2c-3d4e-7f00-8abc-0123456789ab:1',
  '019a1b2c-3d4e-7f00-8abc-0123456789ab:2',
  'x',
];
const SHARES = [
  [50, 50],
  [1, 99],
  [33.33, 33.33, 33.34],
  [20, 30, 50],
  [20, 20, 20, 20, 20],
  [1, 2, 3, 44, 50],
];

suite('assignment of variants', () => {
  for (const [kind, visitors] of Object.entries(VISITOR_IDS)) {
    test(`follows the shares (${kind})`, () => {
      for (const seed of SEEDS) {
        const units = visitors.map((visitor) => hashUnit(seed, visitor));
        for (const shares of SHARES) {
          const counts = shares.map(() => 0);
          for (const unit of units) counts[chooseVariant(shares, unit)]! += 1;
          const expected = shares.map((share) => (share / 100) * VISITORS);
          const p = chiSquareP(counts, expected, shares.length - 1);
          assert.ok(p > LEVEL, `${seed}, ${shares.join()}: ${counts.join()} (p = ${p})`);
        }
      }
    });

    test(`is even to the hundredth (${kind})`, () => {
      for (const seed of SEEDS) {
        const counts = Array<number>(100).fill(0);
        for (const visitor of visitors) counts[Math.floor(hashUnit(seed, visitor) * 100)]! += 1;
        const p = chiSquareP(
          counts,
          counts.map(() => VISITORS / 100),
          99,
        );
        assert.ok(p > LEVEL, `${seed}: p = ${p}`);
      }
    });

    test(`does not depend on that of another experiment (${kind})`, () => {
      for (const [one, other] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ] as const) {
        const shares = [10, 20, 20, 20, 30];
        const cells = Array<number>(shares.length ** 2).fill(0);
        for (const visitor of visitors) {
          const [a, b] = [SEEDS[one]!, SEEDS[other]!].map((seed) =>
            chooseVariant(shares, hashUnit(seed, visitor)),
          );
          cells[a! * shares.length + b!]! += 1;
        }
        const p = chiSquareP(
          cells,
          expectIndependence(cells, shares.length),
          (shares.length - 1) ** 2,
        );
        assert.ok(p > LEVEL, `${SEEDS[one]} and ${SEEDS[other]}: p = ${p}`);
      }
    });
  }

  test('shares with two decimals end at the exact hundredth of a per cent', () => {
    const shares = [0.07, 33.33, 33.33, 33.26, 0.01];
    const bounds = [7, 3340, 6673, 9999];
    for (const [index, bound] of bounds.entries()) {
      assert.equal(chooseVariant(shares, (bound - 1) / 10_000), index);
      assert.equal(chooseVariant(shares, bound / 10_000), index + 1);
    }
  });
});

function drawHashes(): string[] {
  const random = createRandom(27);
  const word = () => BigInt(Math.floor(random() * 2 ** 32));
  return Array.from({ length: VISITORS }, () =>
    String(BigInt.asIntN(64, (word() << 32n) | word())),
  );
}

/** What each cell of a square table would hold if rows and columns were independent. */
function expectIndependence(cells: readonly number[], size: number): number[] {
  const sumOf = (own: (cell: number) => boolean) =>
    cells.reduce((sum, count, cell) => (own(cell) ? sum + count : sum), 0);
  return cells.map((_, cell) => {
    const row = sumOf((each) => Math.floor(each / size) === Math.floor(cell / size));
    const column = sumOf((each) => each % size === cell % size);
    return (row * column) / VISITORS;
  });
}

/**
 * How likely chance is to be at least this far from what is expected. Exact for an even number of degrees of freedom; an odd one is
 * treated as the next even one, which is a little too lenient.
 */
function chiSquareP(
  counts: readonly number[],
  expected: readonly number[],
  freedom: number,
): number {
  const half =
    counts.reduce((sum, count, i) => sum + (count - expected[i]!) ** 2 / expected[i]!, 0) / 2;
  let term = Math.exp(-half);
  let p = 0;
  for (let k = 0; k < Math.ceil(freedom / 2); k++) {
    p += term;
    term *= half / (k + 1);
  }
  return p;
}
