import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { NewAuditEntry } from '../audit/recordAudit.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import type { ProjectDomain } from './ProjectDomain.ts';

/** Changes a domain of the project and writes the audit log entry, both in one transaction. */
export function changeDomain(
  db: Db,
  project: Project,
  actor: Actor,
  entry: Omit<NewAuditEntry, 'target'>,
  change: (tx: Db) => Promise<ProjectDomain>,
): Promise<ProjectDomain> {
  return changeProject(db, project, actor, async (tx, record) => {
    const domain = await change(tx);
    await record({ ...entry, target: { kind: 'domain', id: domain.id, name: domain.host } });
    return domain;
  });
}
