import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Link, readLink } from '../link/Link.ts';
import { selectLive } from './selectLive.ts';

/** The link as it is and stays until the transaction ends. Throws NOT_FOUND if the project has no such live link. */
export async function lockLink(db: Db, project: Pick<Project, 'id'>, id: string): Promise<Link> {
  const row = await selectLive(db, project, [id]).forUpdate().executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', 'Link not found');
  return readLink(row);
}
