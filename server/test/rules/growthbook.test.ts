import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { chooseVariant, hashUnit } from '#visits/decision/rules/assignVariant.ts';
import { compareVersions } from '#platform/lib/compareVersions.ts';

// The public cases of GrowthBook's SDKs: every case holds for our functions, or stands below with the reason why not.

type Range = readonly [number, number];
type Conditions = Readonly<Record<string, string>>;

interface Vectors {
  hash: { cases: [string, string, number, number | null][] };
  getBucketRange: { cases: [string, [number, number, number[] | null], Range[]][] };
  chooseVariation: { cases: [string, number, Range[], number][] };
  inNamespace: { cases: [string, string, [string, number, number], boolean][] };
  getEqualWeights: { cases: [number, number[]][] };
  versions: {
    cases: [string, Record<string, Conditions>, Record<string, string>, boolean][];
  };
}

interface Case {
  readonly name: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

const { source, ...vectors } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'growthbook.json'), 'utf8'),
) as Vectors & { source: string };

const STEPS = 10_000;

const HYPHEN =
  'a hyphen begins a suffix, as in semantic versioning; theirs takes it for a dot among numbers';
const COVERAGE = 'an experiment has no coverage: who is to be left out gets a variant of their own';
const SUM =
  'shares that do not sum to 100 are refused when they are saved, so that none are made up';
const VERSION_1 = 'version 1 of the hash is not used: seeds that resemble each other correlate';

/** Cases that do not hold, by their names, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'hash: "", "a", 1': VERSION_1,
  'hash: "", "b", 1': VERSION_1,
  'hash: "b", "a", 1': VERSION_1,
  'hash: "ef", "d", 1': VERSION_1,
  'hash: "asdf", "8952klfjas09ujk", 1': VERSION_1,
  'hash: "", "123", 1': VERSION_1,
  'hash: "", "___)((*\\":&", 1': VERSION_1,
  'hash: "abc", "def", 99': 'there is one hash, so none is chosen by number',
  'getBucketRange: reduced coverage': COVERAGE,
  'getBucketRange: zero coverage': COVERAGE,
  'getBucketRange: negative coverage': COVERAGE,
  'getBucketRange: uneven weights, reduced coverage, 3 variations': COVERAGE,
  'getBucketRange: weights sum below 1': SUM,
  'getBucketRange: weights sum above 1': SUM,
  'getBucketRange: weights sum almost equals 1': SUM,
  'getBucketRange: weights.length not equal to num variations':
    'each variant carries its share, so there cannot be fewer shares than variants',
  'versions: version 1-2-3 == 1.2.3': HYPHEN,
  'versions: version 1-2-3 == 1-2.3+build99': HYPHEN,
  'versions: version 1-2-3 == v1.2.3': HYPHEN,
  'versions: version 1.2.3.4 == 1.2.3-4': HYPHEN,
  'versions: version a.b.c.d.e.f > 1.2.3':
    'text that is no version must not satisfy "1.2.3 or later"',
};

/** Functions of theirs that have no counterpart to compare. */
const WITHOUT_COUNTERPART: Readonly<Record<string, string>> = {
  inNamespace: 'the rules of a link exclude each other by their order, so nothing else has to',
  getEqualWeights: 'every variant is saved with a share; the server divides nothing by itself',
};

const OPERATORS: Readonly<Record<string, (order: number) => boolean>> = {
  $vgt: (order) => order > 0,
  $vgte: (order) => order >= 0,
  $vlt: (order) => order < 0,
  $vlte: (order) => order <= 0,
  $veq: (order) => order === 0,
  $vne: (order) => order !== 0,
};

const CASES: Readonly<Record<string, readonly Case[]>> = {
  hash: vectors.hash.cases.map(([seed, value, version, theirs]) => ({
    name: `${JSON.stringify(seed)}, ${JSON.stringify(value)}, ${version}`,
    ours: hashUnit(seed, value),
    theirs,
  })),
  getBucketRange: vectors.getBucketRange.cases.map(([name, [variations, , weights], theirs]) => ({
    name,
    ours: rangesOf((weights ?? Array(variations).fill(1 / variations)).map((each) => each * 100)),
    theirs,
  })),
  chooseVariation: vectors.chooseVariation.cases.map(([name, unit, ranges, theirs]) => ({
    name,
    ours: chooseAmong(ranges, unit),
    theirs,
  })),
  versions: vectors.versions.cases.map(([name, condition, attributes, theirs]) => ({
    name,
    ours: Object.entries(condition).every(([attribute, orders]) =>
      Object.entries(orders).every(([operator, version]) =>
        OPERATORS[operator]!(compareVersions(attributes[attribute]!, version)),
      ),
    ),
    theirs,
  })),
};

suite("GrowthBook's public cases", () => {
  for (const [subject, cases] of Object.entries(CASES)) {
    for (const { name, ours, theirs } of cases) {
      const reason = EXCEPTIONS[`${subject}: ${name}`];
      test(`${subject}: ${name}${reason === undefined ? '' : ` (does not: ${reason})`}`, () => {
        if (reason === undefined) assert.deepEqual(ours, theirs);
        else assert.notDeepEqual(ours, theirs, 'holds by now: no exception any more');
      });
    }
  }

  test('every one is compared or has a reason why not, and every exception is a case', () => {
    assert.deepEqual(
      Object.keys(vectors).toSorted(),
      [...Object.keys(CASES), ...Object.keys(WITHOUT_COUNTERPART)].toSorted(),
    );
    const names = new Set(
      Object.entries(CASES).flatMap(([subject, own]) =>
        own.map(({ name }) => `${subject}: ${name}`),
      ),
    );
    assert.deepEqual(
      Object.keys(EXCEPTIONS).filter((name) => !names.has(name)),
      [],
    );
    assert.match(source, /growthbook@/);
  });
});

/** The range of units that each variant gets, found by asking for every unit there is. */
function rangesOf(shares: readonly number[]): Range[] {
  const chosen = Array.from({ length: STEPS }, (_, step) => chooseVariant(shares, step / STEPS));
  return shares.map((_, index) => [
    chosen.indexOf(index) / STEPS,
    (chosen.lastIndexOf(index) + 1) / STEPS,
  ]);
}

/** The index of the range that holds the unit, -1 if it lies in a gap: to us, a gap is a variant like the others. */
function chooseAmong(ranges: readonly Range[], unit: number): number {
  const bounds = ranges.flatMap((range) => range).concat(1);
  const shares = bounds.map((bound, i) => (bound - (bounds[i - 1] ?? 0)) * 100);
  const index = chooseVariant(shares, unit);
  return index % 2 === 1 ? (index - 1) / 2 : -1;
}
