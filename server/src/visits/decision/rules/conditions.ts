import type { RuleCondition } from '@fairlead/contract/rules';
import { LRUCache } from 'lru-cache';
import { isListedHost } from '#links/link/hostRule.ts';
import { compareReadVersions, isNumbered, readVersion } from '#platform/lib/compareVersions.ts';
import { localTime } from './localTime.ts';
import type { RouteFacts } from './RouteFacts.ts';

/** Everything that decides without chance. */
export type ConditionKey = Exclude<keyof RuleCondition, 'share'>;
type Key = ConditionKey;

/** One key of a rule's condition, read once. */
export interface Condition {
  readonly key: Key;
  /** What is asked, by `RuleCondition`. */
  readonly value: unknown;
  readonly holds: (facts: RouteFacts) => boolean;
}

type Values = { [K in Key]: NonNullable<RuleCondition[K]> };

/** What each key of a condition asks (Rule: rules). */
const READERS: { readonly [K in Key]: (value: Values[K]) => Condition['holds'] } = {
  country(codes) {
    const listed = new Set(codes.map((code) => code.toUpperCase()));
    return ({ country }) => country !== null && listed.has(country);
  },
  language(tags) {
    const listed = tags.map((tag) => `${tag.toLowerCase()}-`);
    return ({ language }) => {
      if (language === null) return false;
      const spoken = `${language.toLowerCase()}-`;
      return listed.some((tag) => spoken.startsWith(tag));
    };
  },
  platform(names) {
    const listed = new Set<string>(names);
    return ({ visitor }) => listed.has(visitor.platform);
  },
  osVersion(range) {
    const isIn = readRange(range);
    return ({ visitor }) => isIn(visitor.os?.version ?? null);
  },
  device(kinds) {
    const listed = new Set<string>(kinds);
    return ({ visitor: { device, platform } }) =>
      listed.has(device) || (listed.has('ipad') && device === 'tablet' && platform === 'ios');
  },
  app(names) {
    const listed = new Set<string>(names);
    return ({ visitor }) => visitor.webview !== null && listed.has(visitor.webview);
  },
  referrer(hosts) {
    const listed = hosts.map((host) => host.toLowerCase());
    return ({ referrer }) => referrer !== null && isListedHost(listed, referrer);
  },
  query(wanted) {
    const pairs = Object.entries(wanted);
    return ({ query }) => {
      if (query === '') return false;
      const parameters = new URLSearchParams(query);
      return pairs.every(([key, value]) =>
        value === null ? parameters.has(key) : parameters.getAll(key).includes(value),
      );
    };
  },
  from(text) {
    const moment = Date.parse(text);
    return ({ at }) => at >= moment;
  },
  to(text) {
    const moment = Date.parse(text);
    return ({ at }) => at < moment;
  },
  weekdays(days) {
    const listed = new Set(days);
    return ({ at, timeZone }) => listed.has(localTime(at, timeZone).weekday);
  },
  hours(hours) {
    const listed = new Set(hours);
    return ({ at, timeZone }) => listed.has(localTime(at, timeZone).hour);
  },
  appBuild(range) {
    const isIn = readRange(range);
    return ({ appBuild }) => isIn(appBuild);
  },
};
const KEYS = Object.keys(READERS) as Key[];

/** What one rule asks, whatever its link and name. */
export interface Question {
  readonly conditions: readonly Condition[];
  /** A percentage. */
  readonly share: number | undefined;
}

/** Many links ask the same; what they share stays in the processor's caches. */
const shared = new LRUCache<string, readonly Question[]>({ max: 10_000 });

/** What rules ask, in their order. Those of links that ask the same are the same ones. */
export function readQuestions(
  rules: readonly { readonly when: RuleCondition }[],
): readonly Question[] {
  const text = JSON.stringify(rules.map(({ when }) => when));
  const before = shared.get(text);
  if (before !== undefined) return before;
  const questions = rules.map(({ when }) => ({
    share: when.share,
    conditions: KEYS.flatMap((key) => {
      const value = when[key];
      return value === undefined ? [] : [{ key, value, holds: read(key, value) }];
    }),
  }));
  shared.set(text, questions);
  return questions;
}

function read<K extends Key>(key: K, value: Values[K]): Condition['holds'] {
  return READERS[key](value);
}

/** `max` 17 includes 17.4: a bound is compared as far as it is written. */
function readRange({ min, max }: { readonly min?: string; readonly max?: string }) {
  const [lowest, highest] = [min, max].map((bound) => bound && readVersion(bound));
  return (text: string | null): boolean => {
    if (text === null) return false;
    const version = readVersion(text);
    if (!isNumbered(version)) return false;
    if (lowest && compareReadVersions(version, lowest) < 0) return false;
    return !highest || compareReadVersions(version, highest) <= 0 || text.startsWith(`${max}.`);
  };
}
