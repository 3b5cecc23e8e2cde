import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { readableLinksEnd } from './downloadUrl.ts';
import { type Export, readExport } from './Export.ts';

/** An export that can still be read; a completed one for seven days after it finished. */
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
    .where((e) => e.or([e('links_end_at', 'is', null), e('links_end_at', '>', readableLinksEnd())]))
    .executeTakeFirst();
  return row && readExport(row);
}
