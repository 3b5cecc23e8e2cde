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
  let notes = db.selectFrom('annotations').selectAll().where('project_id', '=', project.id);
  if (window !== undefined) {
    const { from, to, timeZone } = window;
    // The window ends before `to`, which may be the midnight of another day.
    notes = notes
      .where('day', '>=', sql<string>`(${from}::timestamptz at time zone ${timeZone})::date`)
      .where(
        'day',
        '<=',
        sql<string>`((${to}::timestamptz - interval '1 microsecond') at time zone ${timeZone})::date`,
      );
  }
  const rows = await notes.orderBy('day').orderBy('id').execute();
  return rows.map(readAnnotation);
}
