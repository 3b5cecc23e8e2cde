import type { Db } from '#platform/db/Db.ts';
import { type Project, readProject } from './Project.ts';

/** A page of all projects, by id, after the one where the page before ended: for copying them. */
export async function listProjectsInOrder(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Project[]> {
  const rows = await db
    .selectFrom('projects')
    .selectAll()
    .$if(after !== '', (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(readProject);
}
