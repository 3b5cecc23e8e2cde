import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type LinkTemplate, readLinkTemplate } from './LinkTemplate.ts';

/** By name. A folder that has been deleted since is left out: a link could not be made in it. */
export async function listLinkTemplates(
  db: Db,
  project: Pick<Project, 'id'>,
): Promise<LinkTemplate[]> {
  const rows = await db
    .selectFrom('link_templates')
    .leftJoin('folders', (join) =>
      join
        .onRef('folders.project_id', '=', 'link_templates.project_id')
        .on(sql`folders.id::text`, '=', sql`coalesce(fields ->> 'folder', fields ->> 'folderId')`),
    )
    .selectAll('link_templates')
    .select('folders.id as folder_id')
    .where('link_templates.project_id', '=', project.id)
    .orderBy(sql`lower(link_templates.name)`)
    .execute();
  return rows.map(({ folder_id: id, ...row }) => {
    const template = readLinkTemplate(row);
    const { folder: _named, ...fields } = template.fields;
    return { ...template, fields: id === null ? fields : { ...fields, folder: id } };
  });
}
