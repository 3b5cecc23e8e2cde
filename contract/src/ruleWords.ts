import {
  DESTINATION_FIELDS,
  DESTINATION_LABELS,
  type DestinationField,
} from './destinationFields.ts';
import { LANGUAGE } from './language.ts';
import type { Rule, RuleCondition, RuleTarget, Variant } from './rules.ts';
import { type DEVICES, UNKNOWN_WEBVIEW } from './visitorWords.ts';

/** Rules and variants of a link as sentences, the same on screens and in the command line. */

type Platform = NonNullable<RuleCondition['platform']>[number];
type Device = (typeof DEVICES)[number];

export const PLATFORM_WORDS: Readonly<Record<Platform, string>> = {
  ios: 'iOS',
  android: 'Android',
  desktop: 'a desktop system',
  other: 'another system',
};

export const DEVICE_WORDS: Readonly<Record<Device, string>> = {
  mobile: 'a phone',
  tablet: 'a tablet',
  ipad: 'an iPad',
  desktop: 'a computer',
  tv: 'a TV',
  wearable: 'a watch',
  console: 'a game console',
  other: 'another device',
};

/** From Monday, which is 1. */
export const WEEKDAY_WORDS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

type Destinations = Readonly<Partial<Record<DestinationField, string | null | undefined>>>;

interface Routed extends Destinations {
  readonly rules?: readonly Rule[] | null | undefined;
  readonly variants?: readonly Variant[] | null | undefined;
}

/**
 * What leads the visitors of a link: a sentence for each rule and variant, and one for everybody else. Times, days and hours
 * are those of `timeZone`, an IANA name, which is said with them; null where it is not known.
 */
export function routeSentences(link: Routed, timeZone: string | null): string[] {
  return [
    ...(link.rules ?? []).map((rule) => ruleSentence(rule, timeZone)),
    ...(link.variants?.map(variantSentence) ?? [restSentence(link)]),
  ];
}

/** “If the visitor is in Germany or Austria and uses an iPhone → https://example.com/de”. */
export function ruleSentence(
  { when, to }: Pick<Rule, 'when' | 'to'>,
  timeZone: string | null,
): string {
  return `${conditionSentence(when, timeZone)} → ${targetWords(to)}`;
}

/** “50% get “B” → https://example.com/new”. */
export function variantSentence({ name, share, to }: Variant): string {
  return `${share}% get “${name}” → ${targetWords(to)}`;
}

/** Where those go whom no rule and no variant leads. */
export function restSentence(link: Routed): string {
  const who = link.rules?.length ? 'Everybody else' : 'Everybody';
  return `${who} → ${destinationWords(link, 'the default of the project')}`;
}

/** Where a rule or variant leads: “https://example.com/de”, “the link “summer””, “the update of the app”. */
export function targetWords(to: RuleTarget): string {
  if (to.update === true) return 'the update of the app';
  if (to.slug !== undefined) return `the link “${to.slug}”`;
  return destinationWords(to, 'where the link leads');
}

/** `none`: what is said without any destination. */
export function destinationWords(to: Destinations, none: string): string {
  const said = DESTINATION_FIELDS.flatMap((field) => {
    const url = to[field];
    if (!url) return [];
    return field === 'fallbackUrl' ? [url] : [`${DESTINATION_LABELS[field]}: ${url}`];
  });
  return said.length === 0 ? none : said.join('; ');
}

/** “If the visitor is in Germany or Austria and uses an iPhone”; “Every visitor” without a condition. */
export function conditionSentence(when: RuleCondition, timeZone: string | null): string {
  const said = [
    when.country && `is in ${anyOf(when.country.map(countryName))}`,
    when.language && `prefers ${anyOf(when.language.map(languageName))}`,
    ...systemWords(when),
    when.osVersion && `has system version ${rangeWords(when.osVersion)}`,
    when.app && `taps inside ${anyOf(when.app.map(appWords))}`,
    when.referrer && `comes from ${anyOf(when.referrer)}`,
    when.query && `brings ${all(Object.entries(when.query).map(parameterWords))}`,
    timeWords(when, timeZone),
    when.appBuild && `has app build ${rangeWords(when.appBuild)}`,
    when.share !== undefined && `is among ${when.share}% drawn at random`,
  ].filter((words) => typeof words === 'string');
  return said.length === 0 ? 'Every visitor' : `If the visitor ${all(said)}`;
}

/** A country's name from its ISO code. */
export function countryName(code: string): string {
  countries ??= new Intl.DisplayNames([LANGUAGE], { type: 'region', fallback: 'code' });
  return /^[A-Za-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
}
let countries: Intl.DisplayNames | undefined;

/** A language's name from its BCP 47 tag. */
export function languageName(tag: string): string {
  languages ??= new Intl.DisplayNames([LANGUAGE], { type: 'language', fallback: 'code' });
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
let languages: Intl.DisplayNames | undefined;

/** Pairs of one system and one kind of device that have a name of their own. */
const NAMED_DEVICES: Readonly<Record<string, string>> = {
  'ios mobile': 'an iPhone',
  'ios tablet': 'an iPad',
  'ios ipad': 'an iPad',
  'android mobile': 'an Android phone',
  'android tablet': 'an Android tablet',
};

function systemWords({ platform, device }: RuleCondition): string[] {
  const isPair = platform?.length === 1 && device?.length === 1;
  const name = isPair ? NAMED_DEVICES[`${platform[0]} ${device[0]}`] : undefined;
  if (name !== undefined) return [`uses ${name}`];
  return [
    ...(platform ? [`uses ${anyOf(platform.map((system) => PLATFORM_WORDS[system]))}`] : []),
    ...(device ? [`uses ${anyOf(device.map((kind) => DEVICE_WORDS[kind]))}`] : []),
  ];
}

function appWords(app: string): string {
  return app === UNKNOWN_WEBVIEW ? 'an unknown app' : app;
}

/** Both ends are included. */
function rangeWords({ min, max }: { readonly min?: string; readonly max?: string }): string {
  if (min === undefined) return max === undefined ? 'of any kind' : `${max} or earlier`;
  if (max === undefined) return `${min} or later`;
  return min === max ? min : `${min} to ${max}`;
}

function parameterWords([key, value]: [string, string | null]): string {
  return value === null ? `any ${key}` : `${key}=${value}`;
}

function timeWords(when: RuleCondition, timeZone: string | null): string | undefined {
  const { from, to, weekdays, hours } = when;
  const moment = (text: string) => momentWords(text, timeZone ?? 'UTC');
  const said = [
    from !== undefined && (to === undefined ? `from ${moment(from)} on` : `from ${moment(from)}`),
    to !== undefined && (from === undefined ? `before ${moment(to)}` : `until ${moment(to)}`),
    weekdays && `on ${weekdayWords(weekdays)}`,
    hours && `between ${hourWords(hours)}`,
  ].filter((words) => typeof words === 'string');
  const zone =
    timeZone === null ? 'days and hours of the project, dates in UTC' : `${timeZone} time`;
  return said.length === 0 ? undefined : `comes ${said.join(' ')} (${zone})`;
}

/** “5 December 2026, 8:00”, the same in every version of Intl's data. */
export function momentWords(text: string, timeZone: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  const format = new Intl.DateTimeFormat(LANGUAGE === 'en' ? 'en-GB' : LANGUAGE, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  if (LANGUAGE !== 'en') return format.format(at);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const time = `${Number(parts.get('hour'))}:${parts.get('minute')}`;
  return `${parts.get('day')} ${parts.get('month')} ${parts.get('year')}, ${time}`;
}

function weekdayWords(days: readonly number[]): string {
  const name = (day: number) => WEEKDAY_WORDS[day - 1] ?? String(day);
  return anyOf(
    runsOf(days).flatMap(([first, last]) => {
      if (last - first > 1) return [`${name(first)} to ${name(last)}`];
      return first === last ? [name(first)] : [name(first), name(last)];
    }),
  );
}

/** “9:00 and 17:00”; a night is one span. */
function hourWords(hours: readonly number[]): string {
  const runs = runsOf(hours);
  const [first, last] = [runs[0], runs.at(-1)];
  const isNight = runs.length > 1 && first?.[0] === 0 && last?.[1] === 23;
  const spans = isNight ? [...runs.slice(1, -1), [last[0], first[1]] as const] : runs;
  return anyOf(spans.map(([start, end]) => `${start}:00 and ${end + 1}:00`));
}

/** Neighbouring numbers as pairs of the first and the last. */
function runsOf(numbers: readonly number[]): (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const number of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** A longer list is said by its beginning. */
const SAID_VALUES = 6;

function anyOf(words: readonly string[]): string {
  const rest = words.length - SAID_VALUES;
  const said = rest > 1 ? [...words.slice(0, SAID_VALUES), `${rest} more`] : words;
  return joined(said, 'or');
}

function all(words: readonly string[]): string {
  return joined(words, 'and');
}

function joined(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2
    ? (words[0] ?? '')
    : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
