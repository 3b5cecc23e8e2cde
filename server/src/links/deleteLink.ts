import type { Db } from '../db/Db.ts';
import { Problem } from '../lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { type Link, readLink } from './Link.ts';

/**
 * Takes a link off the air: its slug and externalId are free again, and the row stays for the
 * clicks that name it. Throws NOT_FOUND when the project has no such live link.
 */
export async function deleteLink(db: Db, project: Pick<Project, 'id'>, id: string): Promise<Link> {
  const row = await db
    .updateTable('links')
    .set({ deleted_at: new Date() })
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new Problem('NOT_FOUND', 'Link not found');
  return readLink(row);
}
