import type { Db } from '../db/Db.ts';
import type { User } from '../accounts/User.ts';
import { UUID_PATTERN } from '../lib/uuid.ts';

/** What a person may do in a project; a project has one owner. */
export type ProjectRole = 'owner' | 'admin' | 'viewer';

export interface Membership {
  readonly projectId: string;
  readonly userId: string;
  readonly role: ProjectRole;
}

/**
 * The user's part in a project. Undefined alike for a project of others, for none at all and for an id
 * that is no uuid: the caller answers one and the same 404 (Rule: credentials).
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
