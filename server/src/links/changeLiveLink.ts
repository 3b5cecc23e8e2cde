import type { Updateable } from 'kysely';
import type { Db } from '../db/Db.ts';
import type { Database } from '../db/schema.ts';
import { Problem } from '../lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { type Link, readLink } from './Link.ts';

/** Writes columns of one link. Throws NOT_FOUND if the project has no such live link. */
export async function changeLiveLink(
  db: Db,
  project: Pick<Project, 'id'>,
  id: string,
  set: Updateable<Database['links']>,
): Promise<Link> {
  const row = await db
    .updateTable('links')
    .set(set)
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new Problem('NOT_FOUND', 'Link not found');
  return readLink(row);
}
