import { COHORT_DAYS, type CohortAge, type Cohorts } from '@fairlead/contract/eventNumbers';
import { sql, type RawBuilder } from 'kysely';
import type { Link } from '#links/link/Link.ts';
import { inRange } from '#platform/db/inRange.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { AnalyticsWindow } from '#visits/numbers/AnalyticsWindow.ts';
import { creditedEvents } from '../creditedEvents.ts';
import { type EventReading, type Moment, readOnce } from './readOnce.ts';
import { readRevenueFrom } from './readRevenueFrom.ts';
import { revenueByCurrency } from './sumsByCurrency.ts';

export interface CohortsQuestion {
  readonly window: AnalyticsWindow;
  readonly unit: Cohorts['unit'];
  /** Only people whom this link has brought. */
  readonly link?: Pick<Link, 'key'> | undefined;
}

/** A cohort, or all of them together (null), at an age; or its revenue of one currency until then. */
interface Row extends Omit<CohortAge, 'day' | 'revenue'> {
  readonly start: string | null;
  readonly day: number;
  readonly installs: number;
  /** Null: it has the counts. An amount is null where only apps have said one that is not added. */
  readonly currency: string | null;
  readonly amount: string | null;
  readonly app_amount: string | null;
}

/** Retention and revenue by when people installed. Rule: events 11. */
export function readCohorts(
  reading: EventReading,
  project: Pick<Project, 'id'>,
  question: CohortsQuestion,
): Promise<Cohorts> {
  return readOnce(reading, question.window, async (moment) => {
    const { trx, window, exactUntil } = moment;
    const rows = await readRows(reading, project, question, moment);
    const byStart = Map.groupBy(rows, ({ start }) => start);
    const total = byStart.get(null) ?? [];
    byStart.delete(null);
    return {
      from: window.from.toISOString(),
      to: window.to.toISOString(),
      timeZone: window.timeZone,
      exactUntil,
      revenueFrom: await readRevenueFrom(trx, project),
      unit: question.unit,
      cohorts: [...byStart].map(([start, own]) => ({
        start: start!,
        installs: own[0]!.installs,
        ages: agesOf(own),
      })),
      total: agesOf(total),
    };
  });
}

async function readRows(
  reading: EventReading,
  project: Pick<Project, 'id'>,
  { unit, link }: CohortsQuestion,
  { trx, window, now }: Moment,
): Promise<Row[]> {
  const range = { from: window.from, to: window.to };
  const credited = await creditedEvents(trx, reading, {
    project,
    link,
    range: { from: window.from, to: now },
  });
  const { rows } = await sql<Row>`
    with install as materialized (
      ${firstOpenings(project, { unit, link }, window)}
    ), event as materialized (
      select installation_id, at, currency, amount, app_amount from ${credited} as event where installation_id is not null
    ), activity as (
      select distinct install.id, floor(extract(epoch from activity.at - install.at) / 86400)::integer as day
      from install join (
        select installation_id, at from event
        union all
        select installation_id, started_at from sessions
        where project_id = ${project.id} and started_at >= ${range.from}
        union all
        select id, at from install
      ) as activity on activity.installation_id = install.id and activity.at >= install.at
    ), active as materialized (
      select id, array_agg(day) as days, max(day) as last, min(day) filter (where day > 0) as first
      from activity group by id
    ), aged as materialized (
      select install.*, day, ${now}::timestamptz >= install.at + (day + 1) * interval '24 hours' as complete
      from install cross join unnest(${[...COHORT_DAYS]}::integer[]) as day
    ), counted as (
      select start, aged.day, count(*) as installs, bool_and(complete) as complete,
        count(*) filter (where complete) as size,
        count(*) filter (where complete and aged.day = any(days)) as classic,
        count(*) filter (where complete and last >= aged.day) as rolling,
        count(*) filter (where complete and (first <= aged.day or aged.day = 0 and 0 = any(days))) as cumulative
      from aged left join active using (id) group by grouping sets ((start, aged.day), (aged.day))
    ), earned as (
      select start, day, currency, sum(amount)::text as amount, sum(app_amount)::text as app_amount
      from aged join event
        on event.installation_id = aged.id and event.at < aged.at + (day + 1) * interval '24 hours'
      where complete and currency is not null
      group by grouping sets ((start, day, currency), (day, currency))
    )
    select start, day, installs, complete, size, classic, rolling, cumulative, null as currency, null as amount, null as app_amount
    from counted
    union all
    select start, day, null, null, null, null, null, null, currency, amount, app_amount from earned
    order by start, day, currency nulls first`.execute(trx);
  return rows;
}

/** SQL: first installs, `id, at, start`; those of whom nothing else is known any more without an id. */
function firstOpenings(
  project: Pick<Project, 'id'>,
  { unit, link }: Pick<CohortsQuestion, 'unit' | 'link'>,
  { from, to, timeZone }: AnalyticsWindow,
): RawBuilder<unknown> {
  const ofLink = link ? sql`fact.link_key = ${link.key}` : sql`true`;
  return sql`
    select id, at, to_char(date_trunc(${unit}, at at time zone ${timeZone}), 'YYYY-MM-DD') as start
    from (
      select installations.id, first_seen_at as at
      from installations left join attribution_facts as fact
        on fact.kind = 'install' and fact.installation_id = installations.id
      where installations.project_id = ${project.id} and previous_id is null and ${ofLink}
      union all
      select null, at from attribution_facts as fact
      where project_id = ${project.id} and kind = 'install' and installation_id is null and ${ofLink}
    ) as first_opening where ${inRange('at', { from, to })}`;
}

function agesOf(rows: readonly Row[]): CohortAge[] {
  const [counts, amounts] = [
    rows.filter(({ currency }) => currency === null),
    rows.filter(({ currency }) => currency !== null),
  ];
  return counts.map(({ day, size, complete, classic, rolling, cumulative }) => ({
    day,
    size,
    complete,
    classic,
    rolling,
    cumulative,
    revenue: revenueByCurrency(amounts.filter((row) => row.day === day)),
  }));
}
