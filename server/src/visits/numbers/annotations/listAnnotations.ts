import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { AnalyticsWindow } from '../AnalyticsWindow.ts';
import { type Annotation, readAnnotation } from './Annotation.ts';

/** The notes of a project, by day; on the days of a window, if there is one. */
export async function listAnnotations(
  db: Db,
  project: Pick<Project, 'id'>,
  window?: Pick<AnalyticsWindow, 'from' | 'to' | 'timeZone'>,
): Promise<Annotation[]> {
  const dayOf = (moment: Date) =>
    sql<string>`(${moment}::timestamptz at time zone ${window?.timeZone ?? 'UTC'})::date`;
  const rows = await db
    .selectFrom('annotations')
    .selectAll()
    .where('project_id', '=', project.id)
    .$if(window !== undefined, (notes) =>
      notes.where('day', '>=', dayOf(window!.from)).where('day', '<=', dayOf(window!.to)),
    )
    .orderBy('day')
    .orderBy('id')
    .execute();
  return rows.map(readAnnotation);
}
