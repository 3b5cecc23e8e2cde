import { finding } from '@fairlead/contract/finding';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../Project.ts';
import { actorOf } from '../../audit/actorOf.ts';
import { changeProject } from '../../audit/changeProject.ts';
import type { User } from '../../accounts/users/User.ts';
import { listMembers } from './listMembers.ts';

/** Makes another member the owner and the owner an admin. NOT_FOUND if there is no such member. */
export function transferOwnership(
  db: Db,
  project: Pick<Project, 'id'>,
  owner: User,
  userId: string,
): Promise<void> {
  return changeProject(db, project, actorOf(owner), async (tx, record) => {
    await exchangeRoles(tx, project, owner.id, userId);
    const [member] = await listMembers(tx, project, userId);
    await record({
      action: 'project.transferred',
      target: { kind: 'member', id: userId, name: member?.name ?? '' },
    });
  });
}

async function exchangeRoles(
  db: Db,
  project: Pick<Project, 'id'>,
  ownerId: string,
  userId: string,
): Promise<void> {
  if (ownerId === userId.toLowerCase()) {
    const message = 'userId is the owner already; name another member';
    throw new Problem('VALIDATION_ERROR', finding('userId', 'taken', message));
  }
  const { rows } = await sql<{ user_id: string; role: string }>`
    select user_id, role from project_members
    where project_id = ${project.id} and user_id in (${ownerId}, ${userId})
    order by user_id for update`.execute(db);
  if (!rows.some((row) => row.user_id === userId.toLowerCase())) {
    throw new Problem('NOT_FOUND', 'userId names no member of the project');
  }
  // Another transfer a moment earlier has made this owner an admin.
  if (!rows.some((row) => row.user_id === ownerId && row.role === 'owner')) {
    throw new Problem('FORBIDDEN', 'This needs the role owner; yours is admin');
  }
  const setRole = (id: string, role: 'owner' | 'admin') =>
    db
      .updateTable('project_members')
      .set({ role })
      .where('project_id', '=', project.id)
      .where('user_id', '=', id)
      .execute();
  await setRole(ownerId, 'admin');
  await setRole(userId, 'owner');
}
