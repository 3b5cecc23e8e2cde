import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { hindranceIn } from '../../folders/folderRights.ts';
import type { Link } from '../../link/Link.ts';

/** Ids of the owners and admins, except one person, who may approve a change of the link: those who may change it themselves. */
export async function listOtherApprovers(
  db: Db,
  { projectId, folderId }: Pick<Link, 'projectId' | 'folderId'>,
  userId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('project_members as member')
    .leftJoin('folders', (join) =>
      join.onRef('folders.project_id', '=', 'member.project_id').on('folders.id', '=', folderId),
    )
    .leftJoin('folder_editors as editor', (join) =>
      join
        .onRef('editor.folder_id', '=', 'folders.id')
        .onRef('editor.user_id', '=', 'member.user_id'),
    )
    .select(['member.user_id', 'role', 'folders.name', 'locked'])
    .select(sql<boolean>`editor.user_id is not null`.as('edited'))
    .where('member.project_id', '=', projectId)
    .where('role', 'in', ['owner', 'admin'])
    .where('member.user_id', '<>', userId)
    .orderBy('member.user_id')
    .execute();
  return rows.filter((row) => hindranceIn(row.role, row) === null).map((row) => row.user_id);
}
