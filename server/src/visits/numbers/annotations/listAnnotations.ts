import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Annotation, readAnnotation } from './Annotation.ts';

/** The notes of a project, by day. */
export async function listAnnotations(db: Db, project: Pick<Project, 'id'>): Promise<Annotation[]> {
  const rows = await db
    .selectFrom('annotations')
    .selectAll()
    .where('project_id', '=', project.id)
    .orderBy('day')
    .orderBy('id')
    .execute();
  return rows.map(readAnnotation);
}
