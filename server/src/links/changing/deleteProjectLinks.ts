import type { Actor } from '#teams/audit/AuditEntry.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { targetOfAll } from '../creating/auditTargets.ts';
import { changeLinks } from './changeLinks.ts';
import { displayNameOf, type Link } from '../link/Link.ts';

/** Deletes several links as `deleteLink` does; returns those that were live links of the project. */
export async function deleteProjectLinks(
  db: Db,
  project: Project,
  actor: Actor,
  ids: readonly string[],
): Promise<readonly Link[]> {
  const { changed } = await changeLinks(db, project, actor, {
    ids,
    set: { deleted_at: new Date() },
    entry: (deleted) => ({
      action: 'links.deleted',
      target: targetOfAll(deleted.map(displayNameOf)),
      details: { slugs: deleted.map(({ slug }) => slug) },
    }),
  });
  return changed;
}
