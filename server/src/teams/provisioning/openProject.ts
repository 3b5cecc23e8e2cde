import type { User } from '../accounts/users/User.ts';
import { actorOf } from '../audit/actorOf.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Db } from '#platform/db/Db.ts';
import { type DomainSource, giveDomain } from '../domains/giveDomain.ts';
import { createOwnProject } from '../projects/createOwnProject.ts';
import type { NewProject } from '../projects/createProject.ts';
import type { Project } from '../projects/Project.ts';

/** Creates a project owned by its creator, with a domain if the server assigns one. FORBIDDEN as `createOwnProject`. */
export function openProject(
  db: Db,
  user: User,
  input: NewProject,
  source: DomainSource | undefined,
): Promise<Project> {
  return db.transaction().execute(async (tx) => {
    const project = await createOwnProject(tx, user, input);
    await recordAudit(tx, project, actorOf(user), {
      action: 'project.created',
      target: { kind: 'project', id: project.id, name: project.name },
    });
    if (source !== undefined) await giveDomain(tx, project, source);
    return project;
  });
}
