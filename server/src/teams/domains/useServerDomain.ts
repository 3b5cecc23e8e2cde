import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { type DomainSource, giveDomain } from './giveDomain.ts';
import { getDomain } from './listDomains.ts';
import type { ProjectDomain } from './ProjectDomain.ts';

/** Gives an existing project its subdomain of the server's link domain. CONFLICT as `giveDomain`. */
export function useServerDomain(
  db: Db,
  project: Project,
  actor: Actor,
  source: DomainSource,
): Promise<ProjectDomain> {
  return changeProject(db, project, actor, async (tx, record) => {
    const domain = await getDomain(tx, project, await giveDomain(tx, project, source));
    await record({
      action: 'domain.added',
      target: { kind: 'domain', id: domain.id, name: domain.host },
    });
    return domain;
  });
}
