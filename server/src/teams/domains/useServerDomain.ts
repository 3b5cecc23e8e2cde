import type { Actor } from '../audit/AuditEntry.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { type DomainSource, giveDomain } from './giveDomain.ts';
import { changeDomain } from './changeDomain.ts';
import { getDomain } from './listDomains.ts';
import type { ProjectDomain } from './ProjectDomain.ts';

/** Gives an existing project its subdomain of the server's link domain. CONFLICT as `giveDomain`. */
export function useServerDomain(
  db: Db,
  project: Project,
  actor: Actor,
  source: DomainSource,
): Promise<ProjectDomain> {
  return changeDomain(db, project, actor, { action: 'domain.added' }, async (tx) =>
    getDomain(tx, project, await giveDomain(tx, project, source)),
  );
}
