import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Link, LINK_COLUMNS, readLink } from '../link/Link.ts';

/** The live links of the project that have one of the slugs. */
export async function findLinksBySlug(
  db: Db,
  project: Pick<Project, 'id'>,
  slugs: readonly string[],
): Promise<Link[]> {
  const rows = await db
    .selectFrom('links')
    .select(LINK_COLUMNS)
    .where('project_id', '=', project.id)
    .where('slug', 'in', slugs)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(readLink);
}
