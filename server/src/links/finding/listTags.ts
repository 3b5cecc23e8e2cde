import type { TagColor } from '@fairlead/contract/tagColors';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { linksWhere } from './linkFilter.ts';

interface Tag {
  /** In the spelling that most links have. */
  readonly tag: string;
  readonly links: number;
  readonly color: TagColor | null;
}

/** The tags that live links of the project have, in alphabetical order. */
export async function listTags(db: Db, project: Pick<Project, 'id'>): Promise<Tag[]> {
  const { rows } = await sql<Tag>`
    select used.tag, used.links, tag_colors.color
    from (
      select lower(tag) as name, mode() within group (order by tag) as tag, count(distinct links.id) as links
      from links, unnest(links.tags) as tag
      where ${linksWhere(project.id, {})}
      group by lower(tag)
    ) used
    left join tag_colors on tag_colors.project_id = ${project.id}::uuid and tag_colors.tag = used.name
    order by used.name`.execute(db);
  return rows;
}
