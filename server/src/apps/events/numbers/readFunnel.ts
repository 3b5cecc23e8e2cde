import type { Funnel } from '@fairlead/contract/eventNumbers';
import { sql, type RawBuilder } from 'kysely';
import type { Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { AnalyticsWindow } from '#visits/numbers/AnalyticsWindow.ts';
import { creditedEvents } from '../creditedEvents.ts';
import { type EventReading, readOnce } from './readOnce.ts';

export interface FunnelQuestion {
  readonly window: AnalyticsWindow;
  /** Names of events, each once. */
  readonly steps: readonly string[];
  readonly windowHours: number;
  /** Only people whom this link has brought. */
  readonly link?: Pick<Link, 'key'> | undefined;
}

/** How many people go from one event to the next. Rule: events 12. */
export function readFunnel(
  reading: EventReading,
  project: Pick<Project, 'id'>,
  { window: asked, steps, windowHours, link }: FunnelQuestion,
): Promise<Funnel> {
  return readOnce(reading, asked, async ({ trx, window, exactUntil }) => {
    const range = { from: window.from, to: window.to };
    const events = await creditedEvents(trx, reading, { project, link, range, names: steps });
    const ofLink = link ? sql`link_key = ${link.key}` : sql`true`;
    const first = sql`
      select person, at, array_position(${steps}::text[], name) as step, at as begun from ${events} as event
      where person is not null and ${ofLink}`;
    const { rows } = await sql<{ step: number; people: number }>`
      select step, count(distinct person) as people
      from (${reached(first, steps.length, windowHours)}) as reached
      where begun is not null group by step`.execute(trx);
    const people = steps.map(
      (_, index) => rows.find(({ step }) => step === index + 1)?.people ?? 0,
    );
    return {
      from: window.from.toISOString(),
      to: window.to.toISOString(),
      exactUntil,
      steps: steps.map((name, index) => ({
        name,
        people: people[index]!,
        ofFirst: shareOf(people[index]!, people[0]!),
        ofPrevious: shareOf(people[index]!, people[Math.max(0, index - 1)]!),
      })),
    };
  });
}

/**
 * SQL: events with the moment at which the latest way through all steps before theirs has begun (`begun`), null if there is none within the
 * window: one pass over each person's events for each step.
 */
function reached(
  first: RawBuilder<unknown>,
  steps: number,
  windowHours: number,
): RawBuilder<unknown> {
  const window = sql`${windowHours} * interval '1 hour'`;
  let relation = first;
  for (let step = 2; step <= steps; step += 1) {
    relation = sql`
      select person, at, step, case when step <> ${step} then begun when at - before <= ${window} then before end as begun
      from (
        select *, max(begun) filter (where step = ${step - 1}) over (
          partition by person order by at, step rows between unbounded preceding and 1 preceding
        ) as before
        from (${relation}) as event
      ) as event`;
  }
  return relation;
}

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);
