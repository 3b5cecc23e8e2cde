import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { clockOf } from './clockOf.ts';

/** Whether a member gets the numbers of each week. */
export async function getWeeklyMail(
  db: Db,
  project: Pick<Project, 'id'>,
  user: { readonly id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('project_members')
    .select('weekly_mail')
    .where('project_id', '=', project.id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  return row?.weekly_mail ?? false;
}

/** From the next Monday on: who begins in the middle of a week gets that week when it is over. */
export async function setWeeklyMail(
  db: Db,
  project: Pick<Project, 'id' | 'timeZone'>,
  user: { readonly id: string },
  on: boolean,
): Promise<void> {
  const timeZone = await clockOf(db, project.timeZone);
  await db
    .updateTable('project_members')
    .set({
      weekly_mail: on,
      weekly_mailed_on: sql<string>`date_trunc('week', now() at time zone ${timeZone})::date`,
    })
    .where('project_id', '=', project.id)
    .where('user_id', '=', user.id)
    .execute();
}
