import { sql } from 'kysely';
import { unlessAway } from '#platform/db/connections/isUnavailable.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { DAY_MS, startOfDay } from '#platform/lib/time.ts';
import type { Project } from '#teams/projects/Project.ts';

/**
 * Rule: events 18. Counts events that apps are about to send on their project's number of the day, if it has one. Throws RATE_LIMITED, and has counted nothing, if
 * they are more than what is left: a call that was stored in part could not be sent again. While the database is away nothing is counted.
 */
export async function spendAppEvents(
  db: Db,
  project: Pick<Project, 'id' | 'dailyAppEvents'>,
  events: number,
  now: number,
): Promise<void> {
  const most = project.dailyAppEvents;
  // A row that another build has put into the local store has no such field.
  if (!most) return;
  const day = new Date(startOfDay(now)).toISOString().slice(0, 10);
  const counted = sql<{ events: number }>`
    with past as (
      delete from app_event_days where project_id = ${project.id} and day < ${day}::date
    )
    insert into app_event_days as known (project_id, day, events)
    select ${project.id}, ${day}::date, ${events}::integer where ${events} <= ${most}::integer
    on conflict on constraint app_event_days_pkey do update set events = known.events + excluded.events
      where known.events + excluded.events <= ${most}
    returning events`.execute(db);
  const result = await unlessAway(counted, undefined);
  if (result === undefined || result.rows.length > 0) return;
  const seconds = Math.ceil((startOfDay(now) + DAY_MS - now) / 1000);
  const until = new Date(startOfDay(now) + DAY_MS).toISOString();
  throw new Problem(
    'RATE_LIMITED',
    `Apps of this project may send ${most.toLocaleString('en-US')} events a day, and less is left than this call has: send it again after ${until}, or raise dailyAppEvents of the project`,
    { 'retry-after': String(seconds) },
  );
}
