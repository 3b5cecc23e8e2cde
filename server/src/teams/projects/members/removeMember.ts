import type { Actor } from '../../audit/AuditEntry.ts';
import { changeProject } from '../../audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { listMembers } from './listMembers.ts';
import type { Member } from './Member.ts';
import type { Project } from '../Project.ts';
import { ownerStays } from './updateMember.ts';

/** Removes a member; returns who it was. NOT_FOUND if there is no such member, CONFLICT for the owner. */
export function removeMember(
  db: Db,
  project: Project,
  actor: Actor,
  userId: string,
): Promise<Member> {
  return changeProject(db, project, actor, async (tx, record) => {
    const member = await takeOut(tx, project, userId);
    const left = actor.kind === 'user' && actor.id === member.userId;
    await record({
      action: left ? 'member.left' : 'member.removed',
      target: { kind: 'member', id: member.userId, name: member.name },
      details: { role: member.role },
    });
    return member;
  });
}

async function takeOut(db: Db, project: Project, userId: string): Promise<Member> {
  const [member] = await listMembers(db, project, userId);
  if (member === undefined) throw new Problem('NOT_FOUND', 'Member not found');
  const removed = await db
    .deleteFrom('project_members')
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .where('role', '<>', 'owner')
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw ownerStays();
  return member;
}
