import type { User } from '../accounts/users/User.ts';
import type { Db } from '#platform/db/Db.ts';

/** Ids of the projects that the user belongs to, the oldest membership first. */
export async function listProjectIds(db: Db, user: Pick<User, 'id'>): Promise<string[]> {
  const rows = await db
    .selectFrom('project_members')
    .select('project_id')
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .orderBy('project_id')
    .execute();
  return rows.map((row) => row.project_id);
}
