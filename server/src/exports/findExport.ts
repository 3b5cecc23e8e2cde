import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { type Export, readExport } from './Export.ts';

export async function findExport(
  db: Db,
  project: Project,
  id: string,
): Promise<Export | undefined> {
  const row = await db
    .selectFrom('exports')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && readExport(row);
}
