import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { AnalyticsWindow } from './AnalyticsWindow.ts';
import type { AnalyticsSource } from './AnalyticsSource.ts';
import { TIME_SPANS } from '../clicks/dimensions.ts';
import { startsOf } from './timesOfZone.ts';
import { MINUTE_MS } from '../lib/time.ts';

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
  source: AnalyticsSource,
  window: AnalyticsWindow,
): Promise<SeriesPoint[]> {
  const { rows: starts } = await startsOf(window).execute(trx);
  const points = starts.map(({ at }): SeriesPoint => ({ at, ...nothing() }));
  const times = starts.map(({ at }) => at);
  for (const { place, ...facts } of await countFacts(trx, source, times)) {
    const point = points[place - 1];
    if (point === undefined) throw new Error('The series has no point for what was counted');
    Object.assign(point, facts);
  }
  return points;
}

/** The longest minutes that all these times are a multiple of. */
function maxSpan(times: readonly Date[]): (typeof TIME_SPANS)[number] {
  const fits = (minutes: number) => times.every((at) => at.getTime() % (minutes * MINUTE_MS) === 0);
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

/** `place` counts from 1: the last of `times` that is not after what happened. */
async function countFacts(
  trx: Transaction<Database>,
  { clicks, opens, credits, ready }: AnalyticsSource,
  times: readonly Date[],
): Promise<(Facts & { readonly place: number })[]> {
  const { rows } = await sql<Facts & { readonly place: number }>`
    select width_bucket(at, ${times}::timestamptz[]) as place, sum(opens)::bigint as opens,
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
            select at, opens, clicks, previews, bots, 0, 0, 0 from (${ready.times(maxSpan(times))}) as ready`
          : sql``
      }
    ) as facts
    group by 1`.execute(trx);
  return rows;
}
