import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { changeLink, type ChangedLink } from './changeLinks.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import type { Versions } from '../link/linkVersion.ts';

/**
 * Deletes a link: its slug and externalId are free again, and the row stays for the clicks that
 * refer to it. `author`, `versions` and what it throws as in `changeLink`.
 */
export function deleteLink(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Actor,
  id: string,
  versions: Versions | null = null,
  approved = false,
): Promise<ChangedLink> {
  const set = { deleted_at: new Date() };
  return changeLink(db, project, author, id, { set, action: 'link.deleted', versions, approved });
}
