import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { type Domain, DOMAIN_COLUMNS, readDomain } from './Domain.ts';

/** The project's verified domains by host, the primary one first. */
export async function listVerifiedDomains(
  db: Db,
  project: Pick<Project, 'id'>,
): Promise<ReadonlyMap<string, Domain>> {
  const rows = await db
    .selectFrom('domains')
    .select(DOMAIN_COLUMNS)
    .where('project_id', '=', project.id)
    .where('verified_at', 'is not', null)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .execute();
  return new Map(rows.map((row) => [row.host, readDomain(row)]));
}
