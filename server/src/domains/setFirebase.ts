import type { Db } from '../db/Db.ts';
import { Problem } from '../lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { getDomain } from './listDomains.ts';
import type { ProjectDomain } from './ProjectDomain.ts';

/**
 * Makes a domain answer long links that lead to `hosts` (see `Domain`); null: it no longer answers any. NOT_FOUND if
 * there is no such domain.
 */
export async function setFirebase(
  db: Db,
  project: Pick<Project, 'id'>,
  id: string,
  hosts: readonly string[] | null,
): Promise<ProjectDomain> {
  const row = await db
    .updateTable('domains')
    .set({ firebase_hosts: hosts && [...new Set(hosts.map((host) => host.toLowerCase()))] })
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new Problem('NOT_FOUND', 'Domain not found');
  return getDomain(db, project, id);
}
