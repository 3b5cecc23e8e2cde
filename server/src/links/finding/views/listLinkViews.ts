import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type LinkView, readLinkView } from './LinkView.ts';

/** The team's views and those of one person, by name. */
export async function listLinkViews(
  db: Db,
  project: Pick<Project, 'id'>,
  user: { readonly id: string },
): Promise<LinkView[]> {
  const rows = await db
    .selectFrom('link_views')
    .selectAll()
    .where('project_id', '=', project.id)
    .where((any) => any.or([any('user_id', 'is', null), any('user_id', '=', user.id)]))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return rows.map(readLinkView);
}
