import type { NamedRule, RuleCondition, RuleNote, Variant } from '@fairlead/contract/rules';
import { compareVersions } from '#platform/lib/compareVersions.ts';
import { isListedHost } from '../link/hostRule.ts';

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

type Key = keyof RuleCondition;
/** Whether one value of a condition lets everything through that the other does; and whether something passes both. */
interface Judge<K extends Key> {
  readonly covers: (
    wide: NonNullable<RuleCondition[K]>,
    narrow: NonNullable<RuleCondition[K]>,
  ) => boolean;
  readonly meet: (
    one: NonNullable<RuleCondition[K]>,
    other: NonNullable<RuleCondition[K]>,
  ) => boolean;
}

/** Lists whose items are compared by `fits(listed, value)`: whether an item lets through all that the other does. */
function listJudge<T>(fits: (listed: T, value: T) => boolean) {
  return {
    covers: (wide: readonly T[], narrow: readonly T[]) =>
      narrow.every((value) => wide.some((listed) => fits(listed, value))),
    meet: (one: readonly T[], other: readonly T[]) =>
      one.some((a) => other.some((b) => fits(a, b) || fits(b, a))),
  };
}

const same = listJudge<string | number>((a, b) => a === b);
const sameText = listJudge<string>((a, b) => a.toLowerCase() === b.toLowerCase());

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

const JUDGES: { readonly [K in Exclude<Key, 'from' | 'to' | 'share'>]: Judge<K> } = {
  country: sameText,
  language: listJudge((listed, value) =>
    `${value.toLowerCase()}-`.startsWith(`${listed.toLowerCase()}-`),
  ),
  platform: same,
  osVersion: ranges,
  device: listJudge(
    (listed, value) => listed === value || (listed === 'tablet' && value === 'ipad'),
  ),
  app: same,
  referrer: listJudge((listed, value) => isListedHost([listed.toLowerCase()], value.toLowerCase())),
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
const KEYS = Object.keys(JUDGES) as (keyof typeof JUDGES)[];

/** Whether everybody who fits `narrow` fits `wide`. A share never takes all. */
function covers(wide: RuleCondition, narrow: RuleCondition): boolean {
  if (wide.share !== undefined && wide.share < 100) return false;
  const isLong =
    (wide.from === undefined || (narrow.from !== undefined && wide.from <= narrow.from)) &&
    (wide.to === undefined || (narrow.to !== undefined && narrow.to <= wide.to));
  return isLong && KEYS.every((key) => judge(key, 'covers', wide, narrow, false));
}

/** Whether somebody may fit both. */
function meet(one: RuleCondition, other: RuleCondition): boolean {
  const together =
    (one.to === undefined || other.from === undefined || other.from < one.to) &&
    (other.to === undefined || one.from === undefined || one.from < other.to);
  return together && KEYS.every((key) => judge(key, 'meet', one, other, true));
}

/** A condition that the first lacks holds for everybody; one that only the second lacks is judged by `otherLacks`. */
function judge<K extends keyof typeof JUDGES>(
  key: K,
  by: 'covers' | 'meet',
  first: RuleCondition,
  second: RuleCondition,
  otherLacks: boolean,
): boolean {
  const [a, b] = [first[key], second[key]];
  if (a === undefined) return true;
  if (b === undefined) return otherLacks;
  return JUDGES[key][by](a as NonNullable<RuleCondition[K]>, b as NonNullable<RuleCondition[K]>);
}
