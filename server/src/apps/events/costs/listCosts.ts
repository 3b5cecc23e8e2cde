import { LIMITS } from '@fairlead/contract/limits';
import type { Cost } from '@fairlead/contract/operations/costs';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';

/** What links and campaigns have cost, the newest day first. */
export async function listCosts(
  db: Db,
  project: Pick<Project, 'id'>,
  before: string | undefined,
): Promise<{ costs: Cost[]; more: boolean }> {
  const rows = await db
    .selectFrom('costs')
    .selectAll()
    .where('project_id', '=', project.id)
    .$if(before !== undefined, (query) => query.where('day', '<', before!))
    .orderBy('day', 'desc')
    .orderBy('campaign')
    .orderBy('link_id')
    .orderBy('currency')
    .limit(LIMITS.costsListed + 1)
    .execute();
  const costs = rows
    .slice(0, LIMITS.costsListed)
    .map(({ day, link_id: linkId, campaign, currency, amount }) => ({
      day,
      ...(linkId !== null && { linkId }),
      ...(campaign !== null && { campaign }),
      currency,
      amount,
    }));
  return { costs, more: rows.length > LIMITS.costsListed };
}
