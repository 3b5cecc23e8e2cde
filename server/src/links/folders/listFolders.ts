import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { EDITORS, type EditedFolder, readFolder } from './Folder.ts';

interface CountedFolder extends EditedFolder {
  /** Live links. */
  readonly links: number;
}

/** The project's folders by name, with what is in them: counted at once, and not anew for each folder when there seem to be few. */
export async function listFolders(db: Db, project: Project): Promise<CountedFolder[]> {
  const rows = await db
    .with(
      (cte) => cte('filled').materialized(),
      (query) =>
        query
          .selectFrom('links')
          .select(['folder_id', (any) => any.fn.countAll<number>().as('links')])
          .where('project_id', '=', project.id)
          .where('folder_id', 'is not', null)
          .where('deleted_at', 'is', null)
          .groupBy('folder_id'),
    )
    .selectFrom('folders')
    .leftJoin('filled', 'filled.folder_id', 'folders.id')
    .selectAll('folders')
    .select(['links', EDITORS.as('editors')])
    .where('project_id', '=', project.id)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map((row) => ({
    ...readFolder(row),
    editors: row.editors,
    links: row.links ?? 0,
  }));
}
