import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';

/**
 * Ends a session of the project. False if it has none with this id; a session that is no longer
 * active stays as it is and returns true (Rule: sessions).
 */
export async function endSession(
  db: Db,
  project: Project,
  sessionId: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    with ended as (
      update sessions set state = 'ended', ended_at = greatest(started_at, ${at})
      where id = ${sessionId}::uuid and project_id = ${project.id} and state = 'active'
    )
    select exists (
      select from sessions where id = ${sessionId}::uuid and project_id = ${project.id}
    ) as known`.execute(db);
  return rows[0]?.known === true;
}
