import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Member } from './Member.ts';
import type { Project } from '../Project.ts';

/** The owner first, then by name; with `userId`, only that member. */
export async function listMembers(
  db: Db,
  project: Pick<Project, 'id'>,
  userId?: string,
): Promise<Member[]> {
  const rows = await db
    .selectFrom('project_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.two_factor_enabled',
      'member.role',
      'member.created_at',
    ])
    .where('member.project_id', '=', project.id)
    .$if(userId !== undefined, (query) => query.where('users.id', '=', userId ?? ''))
    .orderBy(sql`member.role = 'owner'`, 'desc')
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    twoFactorEnabled: row.two_factor_enabled,
    joinedAt: row.created_at,
  }));
}
