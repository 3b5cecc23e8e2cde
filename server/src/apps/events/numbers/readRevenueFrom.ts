import type { RevenueFrom } from '@fairlead/contract/eventResources';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';

/** Whose revenue is added up, in the snapshot in which it is. */
export async function readRevenueFrom(trx: Db, project: Pick<Project, 'id'>): Promise<RevenueFrom> {
  const row = await trx
    .selectFrom('projects')
    .select('revenue_from')
    .where('id', '=', project.id)
    .executeTakeFirst();
  return row?.revenue_from ?? 'any';
}
