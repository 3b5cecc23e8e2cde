import { LANGUAGE } from '@fairlead/contract/language';

/** Text that depends on the locale: numbers, times, plurals. */

const whole = new Intl.NumberFormat(LANGUAGE);
const short = new Intl.NumberFormat(LANGUAGE, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 0 });
const change = new Intl.NumberFormat(LANGUAGE, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'long' });
const day = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeZone: 'UTC' });
// Not "next week": what ends in eight days does not end in the next calendar week.
const relative = new Intl.RelativeTimeFormat(LANGUAGE);
const plural = new Intl.PluralRules(LANGUAGE);

export const count = (value: number): string => whole.format(value);
export const shortCount = (value: number): string => short.format(value);
/** A percentage; a part is never rounded up to 100% or down to 0%. */
export function percent(part: number, all: number): string {
  if (all === 0) return '–';
  if (part > 0 && part / all < 0.005) return `<${share.format(0.01)}`;
  if (part < all && part / all >= 0.995) return `>${share.format(0.99)}`;
  return share.format(part / all);
}
/** "+12%": how much more or less than before, which was not nothing. */
const changeSince = (before: number, now: number): string => change.format((now - before) / before);
/** "+12% from 25": a number beside an earlier one. */
export function comparedWith(before: number, now: number): string {
  if (before === 0) return now === 0 ? 'also 0 before' : 'none before';
  return `${changeSince(before, now)} from ${count(before)}`;
}
export const absoluteTime = (at: string): string => moment.format(new Date(at));
const ownDay = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });
/** The day of a moment by the clock of the person; `dayName` is for days that have no clock. */
export const localDay = (at: Date): string => ownDay.format(at);
export const dayName = (at: string): string => day.format(new Date(at));

/** "1 link", "5 links". */
export function counted(value: number, one: string, many: string): string {
  return `${count(value)} ${plural.select(value) === 'one' ? one : many}`;
}

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

export function relativeTime(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return 'just now';
}

/** "2 min 5 s" from seconds. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const size = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });

/** "1.4 MB" from bytes. */
export function bytes(value: number): string {
  if (value < 1000) return `${value} bytes`;
  return value < 1_000_000 ? `${size.format(value / 1000)} KB` : `${size.format(value / 1e6)} MB`;
}

const weekday = new Intl.DateTimeFormat(LANGUAGE, { weekday: 'long', timeZone: 'UTC' });

const shortWeekday = new Intl.DateTimeFormat(LANGUAGE, { weekday: 'short', timeZone: 'UTC' });
/** The first day of 2023 was a Sunday. */
const dayOf = (weekdayNumber: number): number => Date.UTC(2023, 0, 1 + weekdayNumber);

/** "Sunday" for 0. */
export const weekdayName = (number: number): string => weekday.format(dayOf(number));
/** "Sun" for 0. */
export const shortWeekdayName = (number: number): string => shortWeekday.format(dayOf(number));

/** "4", "4.5". */
export const decimal = (value: number): string => size.format(value);

const tenth = new Intl.NumberFormat(LANGUAGE, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** "4.0", "4.5". */
export const tenths = (value: number): string => tenth.format(value);

const dayMonth = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit' });

/** A point on the axis of a chart: "3 Mar", or "14:00" within a day. */
export function axisMoment(at: string, interval: 'hour' | 'day'): string {
  return (interval === 'hour' ? clock : dayMonth).format(new Date(at));
}
