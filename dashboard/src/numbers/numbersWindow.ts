import { LIMITS } from '@fairlead/contract/limits';
import { type Facts, readFacts } from './factsOfUrl.ts';
import type { Analytics, AnalyticsQuery } from '@fairlead/contract/operations/analytics';

export const PERIODS = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
] as const;
type Period = (typeof PERIODS)[number]['value'];

export const COMPARISONS = [
  { value: 'previous', label: 'Period before' },
  { value: 'year', label: 'Year before' },
] as const;
export type Comparison = (typeof COMPARISONS)[number]['value'];

/**
 * What numbers are shown of, as it is in a URL: a period until now, 30 days if it has none, or days of one's own, both included; and the
 * facts of the clicks, if not all of them are meant.
 */
export interface NumbersWindow extends Facts {
  readonly period?: Period;
  readonly from?: string;
  readonly to?: string;
  readonly compare?: Comparison;
}

/** First and last day. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Days that are often wanted, by the clock of the person. */
export const SPANS: readonly { readonly label: string; readonly daysOf: (now: Date) => Days }[] = [
  { label: 'Today', daysOf: (now) => daysBetween(now, now) },
  { label: 'Yesterday', daysOf: (now) => daysBetween(daysAfter(now, -1), daysAfter(now, -1)) },
  { label: 'This month', daysOf: (now) => daysBetween(startOfMonth(now), now) },
  {
    label: 'Last month',
    daysOf: (now) =>
      daysBetween(monthsBefore(startOfMonth(now), 1), daysAfter(startOfMonth(now), -1)),
  },
  { label: 'This year', daysOf: (now) => daysBetween(new Date(now.getFullYear(), 0, 1), now) },
  {
    label: 'Last year',
    daysOf: (now) =>
      daysBetween(new Date(now.getFullYear() - 1, 0, 1), new Date(now.getFullYear() - 1, 11, 31)),
  },
];

const daysBetween = (first: Date, last: Date): Days => ({ from: dayOf(first), to: dayOf(last) });

/** `2026-12-31`, by the clock of the person. */
const dayOf = (moment: Date) =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** The time zone of the person at the dashboard: days begin at their midnight. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const HOUR_MS = 3_600_000;

/** The window in a URL, without what is none. */
export function readNumbersWindow(search: Record<string, unknown>): NumbersWindow {
  const compare = COMPARISONS.find(({ value }) => value === search['compare']);
  const compared = {
    ...readFacts(search),
    ...(compare !== undefined && { compare: compare.value }),
  };
  const { from, to } = search;
  if (isDay(from) && isDay(to)) return { ...compared, ...(from <= to ? { from, to } : {}) };
  const period = PERIODS.find(({ value }) => value === search['period']);
  return period === undefined ? compared : { ...compared, period: period.value };
}

export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && DAY.test(text) && !Number.isNaN(Date.parse(text));

/** The question of a window. One that reaches today goes until now, so that nothing is drawn of what is still to come. */
export function queryOf(window: NumbersWindow, now = new Date()): AnalyticsQuery {
  const { period = '30d', from, to } = window;
  const common = { ...readFacts(window), timeZone: TIME_ZONE };
  if (from === undefined || to === undefined) return { ...common, period };
  const end = daysAfter(startOfDay(to), 1);
  return {
    ...common,
    from: startOfDay(from).toISOString(),
    ...(end <= now && { to: end.toISOString() }),
  };
}

/**
 * The question of what numbers are compared with: as many days or hours right before, up to the same time of the last one, or the same
 * dates of the year before. Before a month, or what there is of the running one, comes the month before.
 */
export function queryOfComparison(
  bounds: Bounds,
  compare: Comparison,
  facts: Facts = {},
): AnalyticsQuery {
  const { from, to, interval, series } = bounds;
  const isMonth = isMonthSoFar(bounds);
  const earlier = (at: string): string => {
    const moment = new Date(at);
    if (compare === 'year') return monthsBefore(moment, 12).toISOString();
    if (isMonth) return monthsBefore(moment, 1).toISOString();
    if (interval === 'day') return daysAfter(moment, -series.length).toISOString();
    else moment.setTime(moment.getTime() - series.length * HOUR_MS);
    return moment.toISOString();
  };
  return { ...facts, from: earlier(from), to: earlier(to), interval, timeZone: TIME_ZONE };
}

/** Series by hour reach so far, less an hour: until "now", which is later by the server's clock than when it was asked. Milliseconds. */
const MOST_HOURS_MS = (LIMITS.hourlyDays * 24 - 1) * HOUR_MS;

/** The question for the hours of a window, or of as many of its last days as there may be. */
export function queryOfHours(window: NumbersWindow, now = new Date()): AnalyticsQuery {
  const { period, ...rest } = queryOf(window, now);
  const query = { ...rest, interval: 'hour', limit: 1 } as const;
  if (period !== undefined && period !== '90d') return { ...query, period };
  const { from, to } = query;
  const end = to === undefined ? now.getTime() : Date.parse(to);
  const begin = Math.max(end - MOST_HOURS_MS, from === undefined ? 0 : Date.parse(from));
  return { ...query, from: new Date(begin).toISOString() };
}

type Bounds = Pick<Analytics, 'from' | 'to' | 'interval' | 'series'>;

/** Whether it is a whole month, or what there is of the running one. */
function isMonthSoFar(bounds: Bounds): boolean {
  const [begin, end] = [new Date(bounds.from), new Date(bounds.to)];
  if (begin.getTime() !== startOfMonth(begin).getTime()) return false;
  if (end.getTime() === monthsBefore(begin, -1).getTime()) return true;
  return isRunning(bounds) && startOfMonth(end).getTime() === begin.getTime();
}

const startOfMonth = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), 1);

/** The same day and time of an earlier month, or that month's last day where it is shorter. */
function monthsBefore(moment: Date, months: number): Date {
  const other = new Date(moment);
  other.setMonth(moment.getMonth() - months);
  if (other.getDate() !== moment.getDate()) other.setDate(0);
  return other;
}

/** Whether the last day or hour of the numbers is not over yet. */
export function isRunning({ to, interval, series }: Bounds): boolean {
  const last = series.at(-1);
  if (last === undefined) return false;
  const begin = new Date(last.at);
  const end = interval === 'day' ? daysAfter(begin, 1) : new Date(begin.getTime() + HOUR_MS);
  return new Date(to) < end;
}

/** Midnight of a day, by the clock of the person. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00`);

/** The same time of another day. */
export function daysAfter(moment: Date, days: number): Date {
  const other = new Date(moment);
  other.setDate(other.getDate() + days);
  return other;
}
