import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { AnalyticsWindow } from './chooseWindow.ts';
import type { ClickSource } from './ClickSource.ts';
import { TIME_SPANS } from './dimensions.ts';

const FACTS = [
  'clicks',
  'previews',
  'bots',
  'opens',
  'installs',
  'returningUsers',
  'attributedClicks',
] as const;
type Facts = Readonly<Record<(typeof FACTS)[number], number>>;
export type SeriesPoint = Facts & { readonly at: Date };

/** A point for every hour or day of the window, those without anything included. */
export async function readSeries(
  trx: Transaction<Database>,
  source: ClickSource,
  window: AnalyticsWindow,
): Promise<SeriesPoint[]> {
  const times = await listTimes(trx, window);
  const points = new Map<number, SeriesPoint>();
  for (const at of times) points.set(at.getTime(), { at, ...nothing() });
  for (const row of await countFacts(trx, source, window, longestSpan(times))) {
    points.set(row.at.getTime(), row);
  }
  return [...points.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** The longest minutes that all these times are a multiple of. */
function longestSpan(times: readonly Date[]): (typeof TIME_SPANS)[number] {
  const fits = (minutes: number) => times.every((at) => at.getTime() % (minutes * 60_000) === 0);
  return TIME_SPANS.find(fits) ?? 15;
}

export function addUp(series: readonly SeriesPoint[]): Facts {
  const total = nothing();
  for (const point of series) for (const fact of FACTS) total[fact] += point[fact];
  return total;
}

function nothing(): Record<(typeof FACTS)[number], number> {
  return {
    clicks: 0,
    previews: 0,
    bots: 0,
    opens: 0,
    installs: 0,
    returningUsers: 0,
    attributedClicks: 0,
  };
}

/** Days by the calendar of the zone, some of 23 or 25 hours; hours by the clock. */
async function listTimes(
  trx: Transaction<Database>,
  { from, to, timeZone, interval }: AnalyticsWindow,
): Promise<Date[]> {
  const times =
    interval === 'day'
      ? sql`select local at time zone ${timeZone} as at
          from generate_series(date_trunc('day', ${from}::timestamptz at time zone ${timeZone}),
            ${to}::timestamptz at time zone ${timeZone}, interval '1 day') as local`
      : sql`select at from generate_series(date_trunc('hour', ${from}::timestamptz, ${timeZone}),
          ${to}::timestamptz, interval '1 hour') as at`;
  const { rows } = await sql<{ at: Date }>`
    select at from (${times}) as times where at < ${to}`.execute(trx);
  return rows.map((row) => row.at);
}

async function countFacts(
  trx: Transaction<Database>,
  { clicks, opens, credits, ready }: ClickSource,
  { timeZone, interval }: AnalyticsWindow,
  minutes: (typeof TIME_SPANS)[number],
): Promise<SeriesPoint[]> {
  const { rows } = await sql<SeriesPoint>`
    select date_trunc(${interval}, at, ${timeZone}) as at, sum(opens)::bigint as opens,
           sum(clicks)::bigint as clicks, sum(previews)::bigint as previews,
           sum(bots)::bigint as bots, sum(installs)::bigint as installs,
           sum(returned)::bigint as "returningUsers", sum(attributed)::bigint as "attributedClicks"
    from (
      select clicked_at as at, 0 as opens, (kind = 1)::integer as clicks,
             (kind = 2)::integer as previews, (kind = 3)::integer as bots,
             0 as installs, 0 as returned, 0 as attributed
      from ${clicks} as click
      union all
      select opened_at, 1, 0, 0, 0, 0, 0, 0 from ${opens} as open
      union all
      select at, 0, 0, 0, 0, (kind = 'install')::integer, (kind = 'returning')::integer,
             (kind = 'click')::integer
      from attribution_facts where ${credits}
      ${
        ready
          ? sql`union all
            select at, opens, clicks, previews, bots, 0, 0, 0 from (${ready.times(minutes)}) as ready`
          : sql``
      }
    ) as facts
    group by 1`.execute(trx);
  return rows;
}
