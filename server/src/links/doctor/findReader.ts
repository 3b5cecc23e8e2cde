import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';

/** Who gets emails about a project's domains: its owner's email. */
export async function findReader(
  db: Db,
  project: Pick<Project, 'id'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select('users.email')
    .where('project_members.project_id', '=', project.id)
    .where('project_members.role', '=', 'owner')
    .executeTakeFirst();
  return row?.email;
}
