import { LIMITS } from '@fairlead/contract/limits';
import type { LinkResults } from '@fairlead/contract/operations/rules';
import { sql, type Transaction } from 'kysely';
import { inSnapshot } from '#platform/db/inTransaction.ts';
import type { Database } from '#platform/db/schema.ts';
import type { BoundedRange, TimeRange } from '#platform/lib/timeRange.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import type { Link } from '#links/link/Link.ts';
import type { RouteCounts } from '../../numbers/ClickStore.ts';
import type { Reading } from '../../numbers/openNumbers.ts';
import { judgeExperiment } from '../../numbers/results/judgeExperiment.ts';
import { splitRoute, textOfRoute } from '../rules/chooseRoute.ts';

interface Question {
  /** Missing bounds: from the last change of rules or variants on, until now. */
  readonly range: TimeRange;
  /** What the experiment is judged by. */
  readonly by: LinkResults['by'];
}

/** What each rule and variant of a link has brought, and what its experiment shows (docs/experiments.md). */
export async function getLinkResults(
  reading: Reading,
  link: Link,
  { range, by }: Question,
): Promise<LinkResults> {
  return inSnapshot(reading.db, async (trx) => {
    const { changedAt, keptFrom } = await findTimes(trx, link);
    const bounded = boundRange(range, changedAt ?? link.createdAt, keptFrom);
    const counts = await reading.countRoutes(trx, link, bounded);
    return {
      from: bounded.from.toISOString(),
      to: bounded.to.toISOString(),
      changedAt: changedAt?.toISOString() ?? null,
      by,
      routes: listRoutes(link, counts),
      experiment: judge(link, counts, by),
    };
  });
}

/** The history of a link has its last changes only: what is not among them was before the oldest. */
async function findTimes(trx: Transaction<Database>, { id, projectId }: Link) {
  const { rows } = await sql<{ changed: string | null; kept_from: Date | null }>`
    select coalesce(
        (select id from link_changes where link_id = ${id} and after ?| '{rules,variants}' order by id desc limit 1),
        (select id from link_changes where link_id = ${id} order by id desc offset ${LIMITS.linkChanges - 1} limit 1)
      ) as changed, (
        select kept_from from project_retention where project_id = ${projectId}
      ) as kept_from`.execute(trx);
  const { changed = null, kept_from: keptFrom = null } = rows[0] ?? {};
  return { changedAt: changed === null ? null : new Date(timeOfId(changed)), keptFrom };
}

function boundRange(range: TimeRange, since: Date, keptFrom: Date | null): BoundedRange {
  const to = range.to ?? new Date();
  const begin = range.from ?? (since < to ? since : to);
  const from = keptFrom !== null && keptFrom > begin ? keptFrom : begin;
  return from < to ? { from, to } : { from: to, to };
}

type Result = LinkResults['routes'][number];

const NOTHING = { clicks: 0, people: 0, opens: 0, openers: 0, installs: 0, installers: 0 };

/** In the order of the link: rules, variants, the link itself; then those that it does not have any more. */
export function listRoutes(link: Link, counts: readonly RouteCounts[]): Result[] {
  const left = new Map(counts.map(({ route, ...numbers }) => [route, numbers]));
  const take = (text: string | null) => {
    const numbers = left.get(text) ?? NOTHING;
    left.delete(text);
    return numbers;
  };
  const current: Result[] = routesOf(link).map((route) => ({
    ...route,
    current: true,
    ...take(textOfRoute(route)),
  }));
  current.push({ kind: 'link', name: null, current: true, ...take(null) });
  const former = [...left].toSorted(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1));
  return [
    ...current,
    ...former.map(([text, numbers]) => ({ ...splitRoute(text ?? ''), current: false, ...numbers })),
  ];
}

function routesOf({ rules, variants }: Link) {
  return [
    ...(rules ?? []).map(({ name }) => ({ kind: 'rule' as const, name })),
    ...(variants ?? []).map(({ name }) => ({ kind: 'variant' as const, name })),
  ];
}

function judge(
  { variants }: Link,
  counts: readonly RouteCounts[],
  by: LinkResults['by'],
): LinkResults['experiment'] {
  if (variants === null) return null;
  const byRoute = new Map(counts.map((each) => [each.route, each]));
  const arms = variants.map(({ name, share }) => {
    const numbers = byRoute.get(textOfRoute({ kind: 'variant', name })) ?? NOTHING;
    const conversions = by === 'opens' ? numbers.openers : numbers.installers;
    return { name, share, people: numbers.people, conversions };
  });
  const { sampleRatio, state, winner, arms: judged } = judgeExperiment(arms);
  return {
    sampleRatio,
    state,
    winner,
    arms: judged.map(({ interval, ...arm }, place) => ({
      ...arm,
      share: arms[place]!.share,
      interval: interval && [interval[0], interval[1]],
    })),
  };
}
