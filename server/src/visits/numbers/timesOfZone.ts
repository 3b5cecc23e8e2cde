import { sql, type RawBuilder } from 'kysely';
import type { AnalyticsWindow } from './AnalyticsWindow.ts';

/**
 * SQL: the moment at which the day of a local midnight begins. Where clocks are put back over midnight that is
 * the first of the two; null for a day that the zone has left out.
 */
export function startOfLocalDay(midnight: RawBuilder<unknown>, timeZone: string) {
  return sql`(
    select min(at)
    from (select ${midnight} as midnight) as day,
      unnest('{0,30,60}'::integer[]) as earlier,
      lateral (select (midnight at time zone ${timeZone}) - make_interval(mins => earlier) as at) as moment
    where (at at time zone ${timeZone})::date = midnight::date
  )`;
}

/** SQL: a relation `at`, the starts of the local days that have a part of a window. */
function startsOfDays({ from, to, timeZone }: AnalyticsWindow): RawBuilder<unknown> {
  return sql`
    select ${startOfLocalDay(sql`local`, timeZone)} as at
    from generate_series(date_trunc('day', ${from}::timestamptz at time zone ${timeZone}),
      ${to}::timestamptz at time zone ${timeZone}, interval '1 day') as local`;
}

/**
 * SQL: the same of hours. They begin where the clock of the zone shows a full hour, and where it is put
 * forward or back, on Lord Howe Island by half an hour.
 */
function startsOfHours({ from, to, timeZone }: AnalyticsWindow): RawBuilder<unknown> {
  return sql`
    select at
    from generate_series(date_trunc('hour', ${from}::timestamptz, ${timeZone}),
        ${to}::timestamptz, interval '15 minutes') as at,
      lateral (select at at time zone ${timeZone} as shown,
        (at - interval '15 minutes') at time zone ${timeZone} as before) as clock
    where extract(minute from shown) = 0 or shown - before <> interval '15 minutes'`;
}

/** SQL: the starts of the hours or days of a window, in order; the first is not after the window's. */
export function startsOf(window: AnalyticsWindow): RawBuilder<{ at: Date }> {
  const starts = window.interval === 'day' ? startsOfDays(window) : startsOfHours(window);
  return sql`select distinct at from (${starts}) as starts where at < ${window.to} order by at`;
}
