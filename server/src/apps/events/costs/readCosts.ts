import type { EventReturn } from '@fairlead/contract/eventNumbers';
import type { RevenueSum } from '@fairlead/contract/eventResources';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { AnalyticsWindow } from '#visits/numbers/AnalyticsWindow.ts';
import { DIMENSIONS } from '../numbers/dimensions.ts';
import type { EventNumbersQuestion } from '../numbers/EventNumbersQuestion.ts';
import { sumsByCurrency } from '../numbers/sumsByCurrency.ts';

export interface Costs {
  readonly total: RevenueSum[];
  /** Of links, folders, campaigns or days. */
  readonly byValue: ReadonlyMap<string, RevenueSum[]>;
}

/** What was spent on the days that begin in the window, together and by value. Nobody knows what clicks with some facts have cost. */
export async function readCosts(
  db: Db,
  project: Pick<Project, 'id'>,
  { by, of: { link, facts } = {} }: Pick<EventNumbersQuestion, 'by' | 'of'>,
  { from, to, timeZone }: AnalyticsWindow,
): Promise<Costs> {
  const value = DIMENSIONS[by].ofCost ?? sql`null::text`;
  const ofLink = link ? sql`costs.link_id = ${link.id}` : sql`true`;
  const isOfThose = facts ? sql`false` : ofLink;
  const { rows } = await sql<{
    whole: boolean;
    value: string | null;
    currency: string;
    amount: string;
  }>`
    select grouping(value) = 1 as whole, value, currency, sum(amount)::text as amount
    from (
      select ${value} as value, currency, amount from costs left join links on links.id = costs.link_id
      where costs.project_id = ${project.id} and day::timestamp at time zone ${timeZone} >= ${from}
        and day::timestamp at time zone ${timeZone} < ${to} and ${isOfThose}
    ) as cost group by grouping sets ((currency), (value, currency))`.execute(db);
  const parts = Map.groupBy(
    rows.filter(({ whole }) => !whole),
    (row) => row.value,
  );
  return {
    total: sumsByCurrency(rows.filter(({ whole }) => whole)),
    byValue: new Map(
      [...parts].flatMap(([text, own]) => (text === null ? [] : [[text, sumsByCurrency(own)]])),
    ),
  };
}

/** Rule: events 13. Revenue by what it cost, in each currency in which something was spent; null where nothing of that currency came in but of another. */
export function returnOn(
  costs: readonly RevenueSum[],
  revenue: readonly RevenueSum[],
): EventReturn[] {
  return costs.map(({ currency, amount }) => {
    const earned = revenue.find((sum) => sum.currency === currency);
    const isComparable = earned !== undefined || revenue.length === 0;
    return { currency, ratio: isComparable ? (earned?.amount ?? 0) / amount : null };
  });
}
