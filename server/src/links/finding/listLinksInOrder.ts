import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { type Link, LINK_COLUMNS, readLink } from '../link/Link.ts';

interface Page {
  /** Where the page before ended, as `orderOfLink` writes it; empty for the first page. */
  readonly after: string;
  readonly limit: number;
  /** Only links of this project. */
  readonly projectId?: string | undefined;
}

/** A page of the live links of a project or of all, in an order that stays the same: for copying them. */
export async function listLinksInOrder(db: Db, { after, limit, projectId }: Page): Promise<Link[]> {
  const [lastProject = '', lastSlug = ''] = after.split(' ');
  const rows = await db
    .selectFrom('links')
    .select(LINK_COLUMNS)
    .where('deleted_at', 'is', null)
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId!))
    .$if(after !== '', (query) =>
      query.where(sql<boolean>`(project_id, slug) > (${lastProject}::uuid, ${lastSlug})`),
    )
    .orderBy('project_id')
    .orderBy('slug')
    .limit(limit)
    .execute();
  return rows.map(readLink);
}

export function orderOfLink({ projectId, slug }: Pick<Link, 'projectId' | 'slug'>): string {
  return `${projectId} ${slug}`;
}
