import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { type Link, readLink } from './Link.ts';

/** Deletes several links as `deleteLink` does; returns those that were live links of the project. */
export async function deleteLinks(
  db: Db,
  project: Pick<Project, 'id'>,
  ids: readonly string[],
): Promise<Link[]> {
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
