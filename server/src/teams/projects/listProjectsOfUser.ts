import type { User } from '../accounts/users/User.ts';
import type { Db } from '#platform/db/Db.ts';
import type { ProjectRole } from './members/findMembership.ts';

export interface ProjectOfUser {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly role: ProjectRole;
  readonly createdAt: Date;
}

export async function listProjectsOfUser(db: Db, user: Pick<User, 'id'>): Promise<ProjectOfUser[]> {
  const rows = await db
    .selectFrom('project_members as member')
    .innerJoin('projects as project', 'project.id', 'member.project_id')
    .select(['project.id', 'project.name', 'project.plan', 'member.role', 'project.created_at'])
    .where('member.user_id', '=', user.id)
    .orderBy('project.name')
    .orderBy('project.id')
    .execute();
  return rows.map(({ created_at, ...project }) => ({ ...project, createdAt: created_at }));
}
