import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Link, readLink } from '../../link/Link.ts';
import { selectLive } from '../../finding/selectLive.ts';

/** The link as it is and stays until the transaction ends. Throws NOT_FOUND if the project has no such live link. */
export async function lockLink(db: Db, project: Pick<Project, 'id'>, id: string): Promise<Link> {
  const row = await selectLive(db, project, [id]).forUpdate().executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', 'Link not found');
  return readLink(row);
}

/** Owners and admins of the project who may change links of the link's folder, except one. */
export const selectOtherApprovers = (
  db: Db,
  { projectId, folderId }: Pick<Link, 'projectId' | 'folderId'>,
  userId: string | null,
) =>
  db
    .selectFrom('project_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select(['member.user_id', 'users.email'])
    .where('member.project_id', '=', projectId)
    .where('member.role', 'in', ['owner', 'admin'])
    .where((is) =>
      is.or([
        is('member.role', '=', 'owner'),
        is.not(is.exists(selectLockingOut(db, projectId, folderId))),
      ]),
    )
    .$if(userId !== null, (query) => query.where('member.user_id', '<>', userId ?? ''))
    .orderBy('member.user_id');

/** The folder, if it is locked and the member is none of its editors. */
const selectLockingOut = (db: Db, projectId: string, folderId: string | null) =>
  db
    .selectFrom('folders')
    .leftJoin('folder_editors as editor', (join) =>
      join
        .onRef('editor.folder_id', '=', 'folders.id')
        .on('editor.user_id', '=', sql<string>`member.user_id`),
    )
    .select('folders.id')
    .where('folders.project_id', '=', projectId)
    .where('folders.id', '=', folderId)
    .where('folders.locked', '=', true)
    .where('editor.user_id', 'is', null);

/** Whether somebody else may approve what a person proposes. */
export async function canOthersApprove(
  db: Db,
  link: Pick<Link, 'projectId' | 'folderId'>,
  userId: string,
): Promise<boolean> {
  const other = await selectOtherApprovers(db, link, userId).limit(1).executeTakeFirst();
  return other !== undefined;
}
