import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { type Domain, DOMAIN_COLUMNS, readDomain } from './Domain.ts';

/** The project's verified domains, the primary one first. */
export async function listVerifiedDomains(
  db: Db,
  project: Pick<Project, 'id'>,
): Promise<readonly Domain[]> {
  const rows = await db
    .selectFrom('domains')
    .select(DOMAIN_COLUMNS)
    .where('project_id', '=', project.id)
    .where('verified_at', 'is not', null)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .execute();
  return rows.map(readDomain);
}
