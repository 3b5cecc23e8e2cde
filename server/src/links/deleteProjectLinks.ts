import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { targetOfAll } from './auditTargets.ts';
import { displayNameOf, type Link, readLink } from './Link.ts';

/** Deletes several links as `deleteLink` does; returns those that were live links of the project. */
export function deleteProjectLinks(
  db: Db,
  project: Project,
  actor: Actor,
  ids: readonly string[],
): Promise<Link[]> {
  return changeProject(db, project, actor, async (tx, record) => {
    const deleted = await markDeleted(tx, project, ids);
    if (deleted.length > 0) {
      await record({
        action: 'links.deleted',
        target: targetOfAll(deleted.map(displayNameOf)),
        details: { slugs: deleted.map((link) => link.slug) },
      });
    }
    return deleted;
  });
}

async function markDeleted(db: Db, project: Project, ids: readonly string[]): Promise<Link[]> {
  const rows = await db
    .updateTable('links')
    .set({ deleted_at: new Date() })
    .where('project_id', '=', project.id)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returningAll()
    .execute();
  return rows.map(readLink);
}
