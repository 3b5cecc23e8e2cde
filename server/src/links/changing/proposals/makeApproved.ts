import type { Db } from '#platform/db/Db.ts';
import type { Person } from '#teams/audit/AuditEntry.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { ChangedLink } from '../changeLinks.ts';
import { deleteLink } from '../deleteLink.ts';
import { type LinkChanges, updateLink } from '../updateLink.ts';

/** Makes a change of a printed link that waits for nobody any more; null: deletes it. Throws as `changeLink` does. */
export function makeApproved(
  tx: Db,
  project: Project,
  actor: Person,
  linkId: string,
  changes: LinkChanges | null,
): Promise<ChangedLink> {
  return changes === null
    ? deleteLink(tx, project, actor, linkId, null, true)
    : updateLink(tx, project, actor, linkId, changes, null, true);
}
