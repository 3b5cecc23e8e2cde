import type { User } from '#teams/accounts/users/User.ts';
import type { Db } from '#platform/db/Db.ts';
import { type Link, readLink } from '../link/Link.ts';

/** A live link of any project that the user is a member of. */
export async function findLinkOfUser(db: Db, user: User, id: string): Promise<Link | undefined> {
  const row = await db
    .selectFrom('links')
    .selectAll('links')
    .innerJoin('project_members', 'project_members.project_id', 'links.project_id')
    .where('links.id', '=', id)
    .where('links.deleted_at', 'is', null)
    .where('project_members.user_id', '=', user.id)
    .executeTakeFirst();
  return row && readLink(row);
}
