/** A version, read once. */
export interface Version {
  readonly numbers: readonly number[];
  /** What follows the numbers, such as `beta.2`; empty for a release. */
  readonly suffix: readonly string[];
}

/**
 * Negative if `a` is older than `b`, positive if it is newer, 0 if they are the same: for versions of systems and of apps, whose numbers may
 * be as many as they like. Missing numbers are zero (26 is 26.0), and a suffix makes a version older than the release it leads to
 * (1.2.0-beta, 1.2.0b3), ordered as semantic versioning orders pre-releases. A leading `v` and what follows `+` or `(`, the build, do
 * not count. Text without a number to begin with is older than everything: it is no version, and reaches no minimum.
 */
export function compareVersions(a: string, b: string): number {
  return compareReadVersions(readVersion(a), readVersion(b));
}

/** The same of versions that were read before. */
export function compareReadVersions(one: Version, other: Version): number {
  const places = Math.max(one.numbers.length, other.numbers.length);
  for (let i = 0; i < places; i++) {
    const order = compare(one.numbers[i] ?? 0, other.numbers[i] ?? 0);
    if (order !== 0) return order;
  }
  return compareSuffixes(one, other);
}

/** Below any number that can be written. */
const NO_NUMBER = -1;

export function readVersion(text: string): Version {
  const [, version = ''] = /^\s*v?([^+(]*)/i.exec(text) ?? [];
  const [digits = ''] = /^\d+(?:\.\d+)*/.exec(version) ?? [];
  const suffix = version.slice(digits.length).trim().replace(/^[-.]/, '');
  return {
    numbers: digits === '' ? [NO_NUMBER] : digits.split('.').map(Number),
    suffix: suffix === '' ? [] : suffix.split('.'),
  };
}

/** Whether it begins with a number: nothing else is in any range. */
export function isNumbered({ numbers }: Version): boolean {
  return numbers[0] !== NO_NUMBER;
}

function compareSuffixes({ suffix: one }: Version, { suffix: other }: Version): number {
  if (one.length === 0 || other.length === 0) return compare(other.length, one.length);
  const shared = Math.min(one.length, other.length);
  for (let i = 0; i < shared; i++) {
    const order = compareParts(one[i]!, other[i]!);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** Numbers by value and before text, text by its characters. */
function compareParts(one: string, other: string): number {
  const [oneIsNumber, otherIsNumber] = [isNumber(one), isNumber(other)];
  if (oneIsNumber && otherIsNumber) return compare(Number(one), Number(other));
  return oneIsNumber === otherIsNumber
    ? compare(one, other)
    : Number(otherIsNumber) - Number(oneIsNumber);
}

function isNumber(part: string): boolean {
  return /^\d+$/.test(part);
}

function compare<T extends number | string>(one: T, other: T): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
