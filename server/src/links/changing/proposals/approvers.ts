import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Link, readLink } from '../../link/Link.ts';
import { selectLive } from '../changeLinks.ts';

/** The link as it is and stays until the transaction ends. Throws NOT_FOUND if the project has no such live link. */
export async function lockLink(db: Db, project: Pick<Project, 'id'>, id: string): Promise<Link> {
  const row = await selectLive(db, project, [id]).forUpdate().executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', 'Link not found');
  return readLink(row);
}

/** Owners and admins of the project except one. */
export const selectOtherApprovers = (db: Db, project: Pick<Project, 'id'>, userId: string | null) =>
  db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'users.email'])
    .where('project_id', '=', project.id)
    .where('role', 'in', ['owner', 'admin'])
    .$if(userId !== null, (query) => query.where('user_id', '<>', userId ?? ''))
    .orderBy('user_id');

/** Whether somebody else may approve what a person proposes. */
export async function canOthersApprove(
  db: Db,
  project: Pick<Project, 'id'>,
  userId: string,
): Promise<boolean> {
  const other = await selectOtherApprovers(db, project, userId).limit(1).executeTakeFirst();
  return other !== undefined;
}
