import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { OTHER_REFERRERS } from '../clicks/facts/clickTerms.ts';
import type { Database } from '#platform/db/schema.ts';
import { DIMENSIONS } from '../clicks/facts/Click.ts';
import { DAY_MS } from '#platform/lib/time.ts';

/** Far longer than a code stays in a process's memory. */
const UNSEEN_DAYS = 90;
/** Rows of one statement. */
const ROWS = 10_000;

/**
 * Deletes referrers that no number of a project names and nobody has sent for 90 days, and those of deleted
 * projects, with their routes. A click that named one is shown without it.
 */
export async function expireReferrers(db: Kysely<Database>, now: Date): Promise<void> {
  const unseenSince = new Date(now.getTime() - UNSEEN_DAYS * DAY_MS).toISOString().slice(0, 10);
  const expired = sql`
    delete from referrers where code in (
      select code from referrers
      where (seen_on < ${unseenSince}::date
          or not exists (select from projects where projects.id = referrers.project_id)
            and referrers.project_id is not null)
        -- Nobody's: it stands for what was refused.
        and host <> ${OTHER_REFERRERS}
        and code not in (
          select code from rollups where dimension = ${sql.lit(DIMENSIONS.referrers.number)}
        )
      limit ${ROWS}
    ) returning 1`;
  let rows = ROWS;
  while (rows === ROWS) rows = (await expired.execute(db)).rows.length;
  await sql`delete from routes where project_id not in (select id from projects)`.execute(db);
}
