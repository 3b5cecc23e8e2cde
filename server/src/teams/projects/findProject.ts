import type { Db } from '#platform/db/Db.ts';
import { type Project, readProject } from './Project.ts';

/** For callers with an id they can trust: from a cache, a membership, a key. */
export async function findProject(db: Db, id: string): Promise<Project | undefined> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
  return row && readProject(row);
}
