import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type NumberShare, readNumberShare } from './NumberShare.ts';

/** The shared pages of a project, the newest first. */
export async function listNumberShares(
  db: Db,
  project: Pick<Project, 'id'>,
): Promise<NumberShare[]> {
  const rows = await db
    .selectFrom('number_shares')
    .selectAll()
    .where('project_id', '=', project.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(readNumberShare);
}

/** By the id in a token (`readShareToken`): whoever has that may read the page, in whichever project it is. */
export async function findNumberShare(db: Db, id: string): Promise<NumberShare | undefined> {
  const row = await db
    .selectFrom('number_shares')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && readNumberShare(row);
}
