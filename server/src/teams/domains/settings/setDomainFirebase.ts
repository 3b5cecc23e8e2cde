import type { Actor } from '../../audit/AuditEntry.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../../projects/Project.ts';
import { changeDomain } from '../changeDomain.ts';
import { getDomain } from '../listDomains.ts';
import type { ProjectDomain } from '../ProjectDomain.ts';

interface FirebaseSettings {
  readonly enabled: boolean;
  readonly allowedHosts: readonly string[];
}

/**
 * Decides whether a domain answers long links, and those of which hosts (see `Domain`). NOT_FOUND if there is no such
 * domain.
 */
export function setDomainFirebase(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
  { enabled, allowedHosts }: FirebaseSettings,
): Promise<ProjectDomain> {
  return changeDomain(
    db,
    project,
    actor,
    { action: 'domain.firebase', details: { enabled, allowedHosts } },
    (tx) => setHosts(tx, project, id, enabled ? allowedHosts : null),
  );
}

async function setHosts(
  db: Db,
  project: Project,
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
