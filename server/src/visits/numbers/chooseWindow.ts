import { parameterFinding } from '@fairlead/contract/finding';
import { LIMITS } from '@fairlead/contract/limits';
import { sql } from 'kysely';
import type { AnalyticsQuery } from '@fairlead/contract/operations/analytics';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { type ClickFacts, COUNTED_FIELDS } from '../clicks/facts/Click.ts';
import type { AnalyticsWindow } from './AnalyticsWindow.ts';
import { findTimeZone } from './findTimeZone.ts';
import { startOfLocalDay } from './timesOfZone.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import { inOrder } from '#platform/lib/timeRange.ts';

const HOURLY_MS = 3 * DAY_MS;
const MAX_DAYS = 3660;
/** Nothing is older than the clock of ids, and a series reaches beyond its bounds by a day. */
const EARLIEST = new Date('1970-01-01T00:00:00Z');
const LATEST = new Date('9999-01-01T00:00:00Z');
/** Days of the calendar; `24h` are hours. */
const PERIOD_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;

/** What a query is about. VALIDATION_ERROR for a time zone that is none, or too long a window. */
export async function chooseWindow(
  db: Db,
  query: AnalyticsQuery,
  now = new Date(),
): Promise<AnalyticsWindow> {
  const timeZone = await findTimeZone(db, query.timeZone ?? 'UTC');
  if (timeZone === undefined) {
    const message = 'timeZone must be an IANA name such as Europe/Berlin';
    throw new Problem('VALIDATION_ERROR', parameterFinding('timeZone', 'unknown', message));
  }
  const end = query.to === undefined ? now : readBound('to', query.to);
  const start =
    query.from === undefined
      ? await beginOf(db, query.period ?? '30d', timeZone, end)
      : readBound('from', query.from);
  const [from = start, to = end] = inOrder(start, end);
  const length = to.getTime() - from.getTime();
  if (length > MAX_DAYS * DAY_MS) {
    const message = `from and to may be ${MAX_DAYS} days apart at most`;
    throw new Problem('VALIDATION_ERROR', parameterFinding('from', 'too_large', message));
  }
  const interval = query.interval ?? (length <= HOURLY_MS ? 'hour' : 'day');
  if (interval === 'hour' && length > LIMITS.hourlyDays * DAY_MS) {
    const message = `interval hour needs a window of at most ${LIMITS.hourlyDays} days; use day`;
    throw new Problem('VALIDATION_ERROR', parameterFinding('interval', 'not_allowed', message));
  }
  const untilNow = query.to === undefined && to === now;
  return { from, to, timeZone, interval, untilNow, facts: readFacts(query) };
}

/** The facts of clicks that a query names; an empty text is what is not known. Undefined: it names none. */
export function readFacts(query: Pick<AnalyticsQuery, keyof ClickFacts>): ClickFacts | undefined {
  const facts = COUNTED_FIELDS.flatMap((fact) =>
    query[fact] === undefined ? [] : [[fact, query[fact] === '' ? null : query[fact]]],
  );
  return facts.length === 0 ? undefined : Object.fromEntries(facts);
}

function readBound(name: 'from' | 'to', text: string): Date {
  const bound = new Date(text);
  if (bound >= EARLIEST && bound <= LATEST) return bound;
  const message = `${name} must be in the years 1970 to 9998`;
  throw new Problem('VALIDATION_ERROR', parameterFinding(name, 'format', message));
}

async function beginOf(
  db: Db,
  period: keyof typeof PERIOD_DAYS | '24h',
  timeZone: string,
  end: Date,
): Promise<Date> {
  const begin =
    period === '24h'
      ? sql`date_trunc('hour', ${end}::timestamptz - interval '24 hours', ${timeZone})`
      : startOfLocalDay(
          sql`date_trunc('day', ${end}::timestamptz at time zone ${timeZone})
            - make_interval(days => ${sql.lit(PERIOD_DAYS[period])})`,
          timeZone,
        );
  const { rows } = await sql<{ begin: Date | null }>`select ${begin} as begin`.execute(db);
  return rows[0]?.begin ?? end;
}
