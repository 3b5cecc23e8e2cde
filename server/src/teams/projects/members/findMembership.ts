import type { Db } from '#platform/db/Db.ts';
import type { User } from '../../accounts/users/User.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';

/** What a person may do in a project; a project has one owner. */
export type ProjectRole = 'owner' | 'admin' | 'viewer';

export interface Membership {
  readonly projectId: string;
  readonly userId: string;
  readonly role: ProjectRole;
}

/**
 * The user's role in a project. Undefined for someone else's project, one that does not exist and an
 * id that is not a UUID: the caller gives the same 404 for all (Rule: credentials).
 */
export async function findMembership(
  db: Db,
  user: Pick<User, 'id'>,
  projectId: string,
): Promise<Membership | undefined> {
  if (!UUID_PATTERN.test(projectId)) return undefined;
  const row = await db
    .selectFrom('project_members')
    .select(['project_id', 'user_id', 'role'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  return row && { projectId: row.project_id, userId: row.user_id, role: row.role };
}
