import { LIMITS } from '@fairlead/contract/limits';
import type { RuleCondition } from '@fairlead/contract/rules';
import { addRules, countryOf, quote, report } from '../fillRules.ts';
import type { Draft } from '../Source.ts';
import { objectsOf, textOf, timeOf, urlOf } from '../values.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What becomes of one condition of a redirect rule; undefined where there is nothing like it. */
type ReadCondition = (value: string, key: string) => RuleCondition | undefined;

/** Devices as Shlink tells them apart, as far as rules here do. */
const PLATFORMS: Readonly<Record<string, RuleCondition['platform']>> = {
  ios: ['ios'],
  android: ['android'],
  mobile: ['ios', 'android'],
  desktop: ['desktop'],
};

const CONDITIONS: Readonly<Record<string, ReadCondition>> = {
  device(value) {
    const platform = PLATFORMS[value.toLowerCase()];
    return platform && { platform };
  },
  language(value) {
    const language = value.replaceAll('_', '-');
    return isLanguage(language) ? { language: [language] } : undefined;
  },
  'query-param': (value, key) => query(key, value),
  'any-value-query-param': (value, key) => query(key || value, null),
  'valueless-query-param': (value, key) => query(key || value, ''),
  'geolocation-country-code'(value) {
    const country = countryOf(value);
    return country === undefined ? undefined : { country: [country] };
  },
  'before-date'(value) {
    const to = timeOf(value);
    return to === undefined ? undefined : { to };
  },
  'after-date'(value) {
    const from = timeOf(value);
    return from === undefined ? undefined : { from };
  },
};

function isLanguage(text: string): boolean {
  if (!/^[a-z]{2,3}(-|$)/i.test(text)) return false;
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function query(key: string, value: string | null): RuleCondition | undefined {
  const fits = key.length <= LIMITS.passthroughKeyLength;
  const isShort = (value ?? '').length <= LIMITS.passthroughValueLength;
  return key !== '' && fits && isShort ? { query: { [key]: value } } : undefined;
}

interface Read {
  readonly when: RuleCondition;
  readonly url: unknown;
  /** The one condition of the rule, if that is a device. */
  readonly device: string | undefined;
}

/** Redirect rules by their priority: the first that fits decides, as here. For `finish`. */
export function readRules(draft: Draft, value: unknown): void {
  const read = objectsOf(value)
    .toSorted((a, b) => Number(a['priority']) - Number(b['priority']))
    .flatMap((rule) => readRule(draft, rule) ?? []);
  if (read.some(({ device }) => device === undefined))
    return addRules(draft, 'redirectRules', read);
  // The first rule that fits wins, so the later ones are filled in first.
  for (const { device = '', url } of read.toReversed()) lead(draft, 'redirectRules', device, url);
}

function readRule(draft: Draft, rule: Fields): Read | undefined {
  const url = rule['longUrl'];
  const conditions = objectsOf(rule['conditions']);
  const leaveOut = (why: string): undefined => {
    report(draft, 'redirectRules', `The rule to ${quote(url)} is left out: ${why}`);
    return undefined;
  };
  let when: RuleCondition = {};
  for (const condition of conditions) {
    const type = textOf(condition['type']);
    const [key, value] = [textOf(condition['matchKey']), textOf(condition['matchValue'])];
    const found = Object.hasOwn(CONDITIONS, type) ? CONDITIONS[type]?.(value, key) : undefined;
    const shown = quote([key, value].filter(Boolean).join('='));
    if (found === undefined) return leaveOut(`there is no condition for the ${type} ${shown}`);
    const both = join(when, found);
    if (both === undefined) return leaveOut(`no visitor fits the ${type} ${shown} and the rest`);
    when = both;
  }
  if (conditions.length === 0) return leaveOut('it has no condition');
  const only = conditions.length === 1 ? conditions[0] : undefined;
  const device = only?.['type'] === 'device' ? textOf(only['matchValue']).toLowerCase() : undefined;
  return { when, url, device };
}

/** Both conditions at once; undefined where nothing fits both. */
function join(one: RuleCondition, other: RuleCondition): RuleCondition | undefined {
  const joined: RuleCondition = { ...one, ...other };
  for (const key of ['platform', 'language', 'country'] as const) {
    const [a, b]: (readonly string[] | undefined)[] = [one[key], other[key]];
    const both =
      a === undefined || b === undefined ? undefined : a.filter((each) => b.includes(each));
    if (both?.length === 0) return undefined;
    if (both !== undefined) Object.assign(joined, { [key]: both });
  }
  const query = joinQuery(one.query, other.query);
  if (query === 'none') return undefined;
  const from = [one.from, other.from]
    .filter((time) => time !== undefined)
    .toSorted(byText)
    .at(-1);
  const to = [one.to, other.to].filter((time) => time !== undefined).toSorted(byText)[0];
  if (from !== undefined && to !== undefined && from >= to) return undefined;
  return {
    ...joined,
    ...(query !== undefined && { query }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

type Query = NonNullable<RuleCondition['query']>;

/** A parameter cannot have two values; `none`: it would have to. */
function joinQuery(one: Query = {}, other: Query = {}): Query | undefined | 'none' {
  const query = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = query[key] ?? null;
    if (before !== null && value !== null && before !== value) return 'none';
    query[key] = value ?? before;
  }
  return Object.keys(query).length === 0 ? undefined : query;
}

/** Sends a kind of device to a URL. */
export function lead(draft: Draft, field: string, device: string, value: unknown): void {
  const { link } = draft;
  const url = urlOf(value);
  if (url === undefined) {
    report(
      draft,
      field,
      `${quote(value)} for ${quote(device)} is left out: that is no destination`,
    );
    return;
  }
  if (device === 'ios' || device === 'mobile') link.iosUrl = url;
  if (device === 'android' || device === 'mobile') link.androidUrl = url;
  if (device !== 'desktop') return;
  if (link.fallbackUrl !== undefined) {
    link.iosUrl ??= link.fallbackUrl;
    link.androidUrl ??= link.fallbackUrl;
  }
  link.fallbackUrl = url;
}
