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

/**
 * The tags that live links of the project have, in alphabetical order. Counted in each spelling first: a link has a tag in one of them
 * (`tidyTags`), and sorting every tag of every link to find the commonest spelling would take five times as long.
 */
export async function listTags(db: Db, project: Pick<Project, 'id'>): Promise<Tag[]> {
  const { rows } = await sql<Tag>`
    with spelled as (
      select tag, count(*) as links
      from links, unnest(links.tags) as tag
      where ${linksWhere(project.id, {})} and links.tags <> '{}'
      group by tag
    ), used as (
      select lower(tag) as name, (array_agg(tag order by links desc, tag))[1] as tag, sum(links)::bigint as links
      from spelled group by lower(tag)
    )
    select used.tag, used.links, tag_colors.color
    from used
    left join tag_colors on tag_colors.project_id = ${project.id}::uuid and tag_colors.tag = used.name
    order by used.name`.execute(db);
  return rows;
}
