import { type RawBuilder, sql } from 'kysely';
import { projectsApart } from '#platform/db/apart.ts';
import type { Db } from '#platform/db/Db.ts';

const ABANDONED_AFTER = '24 hours';
/** Rows per statement: few enough that no one waits for its locks. */
const BATCH = 1000;

/**
 * Closes sessions that have not been ended for 24 hours, without a duration (Rule: sessions). Several processes
 * may do this at once. Returns how many it closed; `project` narrows it to one.
 */
export async function closeAbandonedSessions(
  db: Db,
  now: Date,
  project?: { readonly id: string },
): Promise<number> {
  if (project !== undefined) return close(db, now, sql`project_id = ${project.id}`);
  let closed = 0;
  await projectsApart(db, async (of) => {
    closed += await close(db, now, of('project_id'));
  });
  return closed;
}

async function close(db: Db, now: Date, scope: RawBuilder<boolean>): Promise<number> {
  let closed = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update sessions set state = 'abandoned'
      where id in (
        select id from sessions
        where state = 'active' and ended_at is null and started_at <= ${now}::timestamptz - ${ABANDONED_AFTER}::interval
          and ${scope}
        order by started_at limit ${BATCH} for update skip locked
      )`.execute(db);
    closed += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return closed;
  }
}
