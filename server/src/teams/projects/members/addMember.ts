import type { Db } from '#platform/db/Db.ts';
import type { User } from '../../accounts/users/User.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Membership, ProjectRole } from './findMembership.ts';

/**
 * Adds a user to a project; an existing member keeps their role (`created` false). CONFLICT for a
 * second owner: ownership is transferred, never shared.
 */
export async function addMember(
  db: Db,
  project: { readonly id: string },
  user: Pick<User, 'id'>,
  role: ProjectRole,
): Promise<{ membership: Membership; created: boolean }> {
  const row = await db
    .insertInto('project_members')
    .values({ project_id: project.id, user_id: user.id, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['role'])
    .executeTakeFirst();
  if (row !== undefined) {
    return {
      membership: { projectId: project.id, userId: user.id, role: row.role },
      created: true,
    };
  }
  const present = await db
    .selectFrom('project_members')
    .select('role')
    .where('project_id', '=', project.id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (present === undefined) {
    throw new Problem(
      'CONFLICT',
      'role owner is taken in this project; transfer the ownership instead',
    );
  }
  return {
    membership: { projectId: project.id, userId: user.id, role: present.role },
    created: false,
  };
}
