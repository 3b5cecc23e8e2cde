import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type EventSource, readEventSource } from './EventSource.ts';

/** Oldest first. */
export async function listEventSources(
  db: Db,
  project: Pick<Project, 'id'>,
): Promise<EventSource[]> {
  const rows = await db
    .selectFrom('event_sources')
    .selectAll()
    .where('project_id', '=', project.id)
    .orderBy('id')
    .execute();
  return rows.map(readEventSource);
}
