import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { ProjectRole } from './findMembership.ts';
import { listMembers } from './listMembers.ts';
import type { Member } from './Member.ts';
import type { Project } from '../Project.ts';
import type { Actor } from '../../audit/AuditEntry.ts';
import { changeProject } from '../../audit/changeProject.ts';

/** Changes a role; who becomes a viewer edits no folder any more. NOT_FOUND if there is no such member, CONFLICT for the owner: ownership is transferred. */
export function updateMember(
  db: Db,
  project: Project,
  actor: Actor,
  userId: string,
  role: Exclude<ProjectRole, 'owner'>,
): Promise<Member> {
  return changeProject(db, project, actor, async (tx, record) => {
    const [before] = await listMembers(tx, project, userId);
    const member = await setRole(tx, project, userId, role);
    await record({
      action: 'member.updated',
      target: { kind: 'member', id: member.userId, name: member.name },
      details: { from: before?.role, to: role },
    });
    return member;
  });
}

async function setRole(
  db: Db,
  project: Project,
  userId: string,
  role: Exclude<ProjectRole, 'owner'>,
): Promise<Member> {
  const changed = await db
    .updateTable('project_members')
    .set({ role })
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .where('role', '<>', 'owner')
    .executeTakeFirst();
  if (role === 'viewer') {
    await db
      .deleteFrom('folder_editors')
      .where('project_id', '=', project.id)
      .where('user_id', '=', userId)
      .execute();
  }
  const [member] = await listMembers(db, project, userId);
  if (member === undefined) throw new Problem('NOT_FOUND', 'Member not found');
  if (changed.numUpdatedRows === 0n) throw ownerStays();
  return member;
}

export function ownerStays(): Problem {
  return new Problem(
    'CONFLICT',
    'The owner keeps this role and place; transfer the ownership to another member first',
  );
}
