import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Link, readLink } from '../link/Link.ts';

type Named = { readonly slug: string } | { readonly id: string } | { readonly externalId: string };

/** A live link of the project by one of its names. */
export async function findLink(
  db: Db,
  project: Pick<Project, 'id'>,
  named: Named,
): Promise<Link | undefined> {
  const query = db
    .selectFrom('links')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null);
  const row = await (
    'slug' in named
      ? query.where('slug', '=', named.slug)
      : 'id' in named
        ? query.where('id', '=', named.id)
        : query.where('external_id', '=', named.externalId)
  ).executeTakeFirst();
  return row && readLink(row);
}

/** A live link of the project by its id, or NOT_FOUND. */
export async function getLink(db: Db, project: Pick<Project, 'id'>, id: string): Promise<Link> {
  const link = await findLink(db, project, { id });
  if (!link) throw new Problem('NOT_FOUND', 'Link not found');
  return link;
}
