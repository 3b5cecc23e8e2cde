import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type LinkChange, readLinkChange } from './LinkChange.ts';

/** Newest first; `before` is the id of the last change on the previous page. */
export async function listLinkHistory(
  db: Db,
  project: Pick<Project, 'id'>,
  linkId: string,
  page: { readonly limit: number; readonly before?: string | undefined },
): Promise<LinkChange[]> {
  const rows = await db
    .selectFrom('link_changes')
    .innerJoin('links', 'links.id', 'link_changes.link_id')
    .selectAll('link_changes')
    .where('links.project_id', '=', project.id)
    .where('link_changes.link_id', '=', linkId)
    .$if(page.before !== undefined, (query) =>
      query.where('link_changes.id', '<', page.before ?? ''),
    )
    .orderBy('link_changes.id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map(readLinkChange);
}
