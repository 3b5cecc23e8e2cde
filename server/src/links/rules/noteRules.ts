import type { NamedRule, RuleCondition, RuleNote, Variant } from '@fairlead/contract/rules';
import { compareVersions } from '#platform/lib/compareVersions.ts';

interface Noted {
  readonly rules: readonly NamedRule[] | null;
  readonly variants: readonly Variant[] | null;
}

/**
 * Rules that can never be reached because earlier ones take all of their visitors, those that share visitors with an earlier
 * one, and those whose time is over. Nothing is wrong with them otherwise: they are saved. `now` in milliseconds.
 */
export function noteRules({ rules, variants }: Noted, now: number): RuleNote[] {
  const list = rules ?? [];
  const notes = list.flatMap((rule, place) => noteRule(rule, list.slice(0, place), now));
  const taker = list.find(({ when }) => takesAll(when));
  if (taker !== undefined && variants !== null) {
    const message = `No visitor reaches the variants: rule “${taker.name}” fits everybody. Give it a condition, or remove it.`;
    notes.push({ rule: variants[0]!.name, code: 'never_reached', message });
  }
  return notes;
}

function noteRule(
  { name, when }: NamedRule,
  before: readonly NamedRule[],
  now: number,
): RuleNote[] {
  if (when.to !== undefined && Date.parse(when.to) <= now) {
    const message = `Rule “${name}” fits nobody any more: its time is over. Move its end, or remove it.`;
    return [{ rule: name, code: 'never_true', message }];
  }
  const cover = before.find((earlier) => covers(earlier.when, when));
  if (cover !== undefined) {
    const message = `Rule “${name}” is never reached: “${cover.name}” before it fits all of its visitors. Move it up, or narrow the other.`;
    return [{ rule: name, code: 'never_reached', message }];
  }
  const rival = before.find((earlier) => meet(earlier.when, when));
  if (rival === undefined) return [];
  const message = `Visitors whom both “${rival.name}” and “${name}” fit get “${rival.name}”, which comes first.`;
  return [{ rule: name, code: 'overlaps', message }];
}

function takesAll(when: RuleCondition): boolean {
  return covers(when, {});
}

/** What is judged key by key; times and shares are judged on their own. */
type Key = Exclude<keyof RuleCondition, 'from' | 'to' | 'share'>;
type Values = { readonly [K in Key]: NonNullable<RuleCondition[K]> };

interface Judge<Value> {
  /** Whether the first lets everything through that the second does. */
  readonly covers: (wide: Value, narrow: Value) => boolean;
  /** Whether something passes both. */
  readonly meet: (one: Value, other: Value) => boolean;
}

/** Values of a list, and everything that lets one of them through. */
interface List {
  readonly own: ReadonlySet<string | number>;
  readonly wider: readonly (readonly (string | number)[])[];
}

/**
 * Lists of values, each of which is let through by itself, as `read` spells it, and by what `widerOf` names. Each list is read once: twenty
 * rules of hundreds of values are compared with each other.
 */
function listJudge<T extends string | number>(
  read: (value: T) => T = (value) => value,
  widerOf: (value: T) => readonly T[] = () => [],
) {
  const lists = new WeakMap<readonly T[], List>();
  const listOf = (values: readonly T[]): List => {
    const known = lists.get(values);
    if (known !== undefined) return known;
    const own = values.map(read);
    const list: List = {
      own: new Set<string | number>(own),
      wider: own.map((value) => [value, ...widerOf(value)]),
    };
    lists.set(values, list);
    return list;
  };
  const isAmong = ({ own }: List) => {
    return (wider: readonly (string | number)[]) => wider.some((value) => own.has(value));
  };
  return {
    covers: (wide: readonly T[], narrow: readonly T[]) =>
      listOf(narrow).wider.every(isAmong(listOf(wide))),
    meet: (one: readonly T[], other: readonly T[]) => {
      const [first, second] = [listOf(one), listOf(other)];
      return first.wider.some(isAmong(second)) || second.wider.some(isAmong(first));
    },
  };
}

const same = listJudge<string | number>();
const lower = (text: string) => text.toLowerCase();

/** `de-AT` is spoken where `de` is. */
function widerLanguages(tag: string): string[] {
  return [...tag.matchAll(/-/g)].map(({ index }) => tag.slice(0, index));
}

/** `www.example.com` is among `*.example.com`. */
function widerHosts(host: string): string[] {
  return [...host.matchAll(/\./g)].map(({ index }) => `*${host.slice(index)}`);
}

interface Range {
  readonly min?: string;
  readonly max?: string;
}
const ranges = {
  covers: (wide: Range, narrow: Range) =>
    isNotAbove(wide.min, narrow.min) && reaches(wide.max, narrow.max),
  meet: (one: Range, other: Range) => overlap(one, other) && overlap(other, one),
};

function isNotAbove(wide: string | undefined, narrow: string | undefined): boolean {
  return wide === undefined || (narrow !== undefined && compareVersions(wide, narrow) <= 0);
}

function reaches(wide: string | undefined, narrow: string | undefined): boolean {
  return wide === undefined || (narrow !== undefined && compareVersions(wide, narrow) >= 0);
}

/** `max` 17 includes 17.4. */
function overlap({ min }: Range, { max }: Range): boolean {
  if (min === undefined || max === undefined) return true;
  return compareVersions(min, max) <= 0 || min.startsWith(`${max}.`);
}

const JUDGES: { readonly [K in Key]: Judge<Values[K]> } = {
  country: listJudge(lower),
  language: listJudge(lower, widerLanguages),
  platform: same,
  osVersion: ranges,
  device: listJudge<Values['device'][number]>(undefined, (kind) =>
    kind === 'ipad' ? ['tablet'] : [],
  ),
  app: same,
  referrer: listJudge(lower, widerHosts),
  query: {
    covers: (wide, narrow) =>
      Object.entries(wide).every(
        ([key, value]) => key in narrow && (value === null || narrow[key] === value),
      ),
    meet: (one, other) =>
      Object.entries(one).every(([key, value]) => {
        const rival = other[key];
        return value === null || rival === null || rival === undefined || rival === value;
      }),
  },
  weekdays: same,
  hours: same,
  appBuild: ranges,
};
const KEYS = Object.keys(JUDGES) as Key[];

/** Whether everybody who fits `narrow` fits `wide`. A share never takes all. */
function covers(wide: RuleCondition, narrow: RuleCondition): boolean {
  if (wide.share !== undefined && wide.share < 100) return false;
  const [long, short] = [timesOf(wide), timesOf(narrow)];
  const isLong = long.begin <= short.begin && long.end >= short.end;
  // What the first does not ask holds for everybody.
  return (
    isLong && KEYS.every((key) => judge('covers', key, wide, narrow) ?? wide[key] === undefined)
  );
}

/** Whether somebody may fit both. */
function meet(one: RuleCondition, other: RuleCondition): boolean {
  const [first, second] = [timesOf(one), timesOf(other)];
  const together = first.begin < second.end && second.begin < first.end;
  return together && KEYS.every((key) => judge('meet', key, one, other) ?? true);
}

/** Milliseconds since the epoch. */
function timesOf({ from, to }: RuleCondition) {
  return {
    begin: from === undefined ? -Infinity : Date.parse(from),
    end: to === undefined ? Infinity : Date.parse(to),
  };
}

/** Undefined where one of the two does not ask for the key. */
function judge(
  by: keyof Judge<unknown>,
  key: Key,
  first: RuleCondition,
  second: RuleCondition,
): boolean | undefined {
  const [a, b] = [first[key], second[key]];
  return a === undefined || b === undefined ? undefined : judgeValues(by, key, a, b);
}

function judgeValues<K extends Key>(
  by: keyof Judge<unknown>,
  key: K,
  first: Values[K],
  second: Values[K],
): boolean {
  return JUDGES[key][by](first, second);
}
