import { sql } from 'kysely';
import type { User } from '../accounts/users/User.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { addMember } from './members/addMember.ts';
import { createProject, type NewProject } from './createProject.ts';
import type { Project } from './Project.ts';

/** How many projects one person may own: enough for an agency, too few to fill a disk. */
export const MAX_OWNED_PROJECTS = 50;

/** Creates a project owned by its creator. FORBIDDEN for someone who already owns that many. In a transaction. */
export async function createOwnProject(
  db: Db,
  user: Pick<User, 'id'>,
  input: NewProject,
): Promise<Project> {
  await sql`select from users where id = ${user.id} for no key update`.execute(db);
  const { rows } = await sql<{ owned: number }>`
    select count(*) as owned from project_members
    where user_id = ${user.id} and role = 'owner'`.execute(db);
  if ((rows[0]?.owned ?? 0) >= MAX_OWNED_PROJECTS) {
    throw new Problem(
      'FORBIDDEN',
      `You own ${MAX_OWNED_PROJECTS} projects, the most a person can; delete or transfer one first`,
    );
  }
  const project = await createProject(db, input);
  await addMember(db, project, user, 'owner');
  return project;
}
