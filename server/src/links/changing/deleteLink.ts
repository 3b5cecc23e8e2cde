import type { Actor } from '#teams/audit/AuditEntry.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { changeLink, type ChangedLink } from './changeLinks.ts';
import type { Versions } from '../link/linkVersion.ts';

/**
 * Deletes a link: its slug and externalId are free again, and the row stays for the clicks that
 * refer to it. `actor` and `versions` as in `changeLink`. Throws NOT_FOUND if the project has no such live link.
 */
export function deleteLink(
  db: Db,
  project: Pick<Project, 'id'>,
  actor: Actor | null,
  id: string,
  versions: Versions | null = null,
): Promise<ChangedLink> {
  const set = { deleted_at: new Date() };
  return changeLink(db, project, actor, id, { set, action: 'link.deleted', versions });
}
