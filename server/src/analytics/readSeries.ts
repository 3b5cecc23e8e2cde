import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { AnalyticsWindow } from './chooseWindow.ts';
import type { ClickSource } from './ClickSource.ts';
import { DIMENSION, SPAN } from './dimensions.ts';

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

interface Count {
  readonly at: Date;
  readonly fact: (typeof FACTS)[number];
  readonly count: number;
}

/** A point for every hour or day of the window, those without anything included. */
export async function readSeries(
  trx: Transaction<Database>,
  source: ClickSource,
  window: AnalyticsWindow,
): Promise<SeriesPoint[]> {
  const points = new Map<number, Record<(typeof FACTS)[number], number>>();
  for (const at of await listTimes(trx, window)) points.set(at.getTime(), nothing());
  for (const { at, fact, count } of await countFacts(trx, source, window)) {
    const point = points.get(at.getTime()) ?? nothing();
    point[fact] += count;
    points.set(at.getTime(), point);
  }
  return [...points]
    .toSorted(([one], [other]) => one - other)
    .map(([at, facts]) => ({ at: new Date(at), ...facts }));
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
  { clicks, opens, credits, rolled }: ClickSource,
  { timeZone, interval }: AnalyticsWindow,
): Promise<Count[]> {
  const rollups =
    rolled &&
    sql`union all
      select at, code::integer, clicks from project_rollups
      where project_id = ${rolled.projectId} and dimension = ${sql.lit(DIMENSION.kind)}
        and span = ${sql.lit(SPAN.quarter)} and at >= ${rolled.from} and at < ${rolled.to}`;
  const { rows } = await sql<Count>`
    select date_trunc(${interval}, at, ${timeZone}) as at,
           (array['opens', 'clicks', 'previews', 'bots', 'installs', 'returningUsers',
                  'attributedClicks'])[code + 1] as fact,
           sum(counted)::bigint as count
    from (
      select clicked_at as at, kind::integer as code, 1::bigint as counted from ${clicks} as click
      union all
      select opened_at, 0, 1 from ${opens} as open
      union all
      select at, case kind when 'install' then 4 when 'returning' then 5 else 6 end, 1
      from attribution_facts where ${credits}
      ${rollups ?? sql``}
    ) as facts
    group by 1, 2`.execute(trx);
  return rows;
}
