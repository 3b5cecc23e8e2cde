import { sql } from 'kysely';
import type { AnalyticsQuery } from '@fairlead/contract/operations/analytics';
import type { Db } from '../db/Db.ts';
import { Problem } from '../lib/Problem.ts';

export type Interval = 'hour' | 'day';

/** Half open; series begin their hours and days in `timeZone`. */
export interface AnalyticsWindow {
  readonly from: Date;
  readonly to: Date;
  readonly timeZone: string;
  readonly interval: Interval;
  /** No end was asked for: the window ends when the numbers are read. */
  readonly untilNow: boolean;
}

const DAY_MS = 24 * 3600 * 1000;
const HOURLY_MS = 3 * DAY_MS;
const MOST_HOURLY_DAYS = 31;
const MOST_DAYS = 3660;
const PERIODS = {
  '24h': { unit: 'hour', back: '24 hours' },
  '7d': { unit: 'day', back: '7 days' },
  '30d': { unit: 'day', back: '30 days' },
  '90d': { unit: 'day', back: '90 days' },
} as const;

/** What a query is about. VALIDATION_ERROR for a time zone that is none, or too long a window. */
export async function chooseWindow(
  db: Db,
  query: AnalyticsQuery,
  now = new Date(),
): Promise<AnalyticsWindow> {
  const timeZone = readTimeZone(query.timeZone ?? 'UTC');
  const end = query.to === undefined ? now : new Date(query.to);
  const start =
    query.from === undefined
      ? await beginOf(db, query.period ?? '30d', timeZone, end)
      : new Date(query.from);
  // Reversed bounds are swapped, as the export does with its own.
  const [from, to] = start > end ? [end, start] : [start, end];
  const length = to.getTime() - from.getTime();
  if (length > MOST_DAYS * DAY_MS) {
    throw new Problem('VALIDATION_ERROR', `from and to may be ${MOST_DAYS} days apart at most`);
  }
  const interval = query.interval ?? (length <= HOURLY_MS ? 'hour' : 'day');
  if (interval === 'hour' && length > MOST_HOURLY_DAYS * DAY_MS) {
    throw new Problem(
      'VALIDATION_ERROR',
      `interval hour needs a window of at most ${MOST_HOURLY_DAYS} days; use day`,
    );
  }
  return { from, to, timeZone, interval, untilNow: query.to === undefined };
}

async function beginOf(
  db: Db,
  period: keyof typeof PERIODS,
  timeZone: string,
  end: Date,
): Promise<Date> {
  const { unit, back } = PERIODS[period];
  const { rows } = await sql<{ begin: Date }>`
    select date_trunc(${unit}, ${end}::timestamptz - ${back}::interval, ${timeZone}) as begin`.execute(
    db,
  );
  return rows[0]?.begin ?? end;
}

/** Offsets are no names: `+01:00` means the opposite to PostgreSQL. */
function readTimeZone(name: string): string {
  try {
    if (/^[A-Za-z]/.test(name))
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // Said below.
  }
  throw new Problem('VALIDATION_ERROR', `timeZone must be an IANA name such as Europe/Berlin`);
}
