import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { targetOf } from './auditTargets.ts';
import { createLink } from './createLink.ts';
import type { Link } from './Link.ts';
import type { NewLink } from './NewLink.ts';

/**
 * Creates a link, as `createLink` does, with its audit log entry in the same transaction. `actor` is null for an
 * application key, whose links are not logged because it is not a person.
 */
export function createProjectLink(
  db: Db,
  project: Project,
  actor: Actor | null,
  input: NewLink,
  limit: number | null,
): Promise<{ link: Link; created: boolean }> {
  if (actor === null) return createLink(db, project, input, limit);
  return changeProject(db, project, actor, async (tx, record) => {
    const made = await createLink(tx, project, input, limit);
    if (made.created) {
      await record({
        action: 'link.created',
        target: targetOf(made.link),
      });
    }
    return made;
  });
}
