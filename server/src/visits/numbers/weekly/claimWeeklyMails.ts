import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { clockOf } from './clockOf.ts';

/** A member who is to get the numbers of the week that is over. */
export interface WeeklyMail {
  readonly projectId: string;
  readonly userId: string;
  readonly email: string;
  /** Monday of the week that has begun, at midnight by the clock of the project. */
  readonly until: Date;
  readonly from: Date;
  /** That of the project, as the database knows it. */
  readonly timeZone: string;
}

/** Claimed at once; each is one question of numbers and one email. */
const AT_ONCE = 20;

/** SQL: the Monday of a moment by the clock of the project. */
const MONDAY = (now: Date) => sql`date_trunc('week', ${now}::timestamptz at time zone clock)`;

/**
 * Marks mails that are due as sent, in one statement, so that only one of several processes sends each: on Mondays from eight o'clock
 * on, by the time zone of the project.
 */
export async function claimWeeklyMails(db: Db, now: Date): Promise<WeeklyMail[]> {
  const monday = MONDAY(now);
  const zones = await readZones(db);
  const clocks = await Promise.all(zones.map((zone) => clockOf(db, zone)));
  const { rows } = await sql<WeeklyMail>`
    with due as (
      select project_id, user_id, clock, ${monday}::date as monday
      from project_members join projects on projects.id = project_id
        join unnest(${zones}::text[], ${clocks}::text[]) as zones (name, clock) on zones.name = time_zone
      where weekly_mail and (weekly_mailed_on is null or weekly_mailed_on < ${monday}::date)
        and ${now}::timestamptz at time zone clock >= ${monday} + interval '8 hours'
      limit ${AT_ONCE}
      for update of project_members skip locked
    )
    update project_members as member set weekly_mailed_on = due.monday
    from due, users
    where member.project_id = due.project_id and member.user_id = due.user_id and users.id = due.user_id
    returning member.project_id as "projectId", member.user_id as "userId", users.email,
      due.monday::timestamp at time zone clock as until,
      (due.monday - 7)::timestamp at time zone clock as "from", clock as "timeZone"`.execute(db);
  return rows;
}

async function readZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select distinct time_zone as zone from projects
    where exists (select from project_members where project_id = projects.id and weekly_mail)`.execute(
    db,
  );
  return rows.map(({ zone }) => zone);
}

/** Removes the mark of one that could not be sent; a later round sends it. */
export async function releaseWeeklyMail(
  db: Db,
  { projectId, userId }: Pick<WeeklyMail, 'projectId' | 'userId'>,
): Promise<void> {
  await db
    .updateTable('project_members')
    .set({ weekly_mailed_on: null })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute();
}
