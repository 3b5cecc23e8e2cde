import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { getLink } from '../../finding/findLink.ts';
import { type LinkComment, readComment, selectComments } from './LinkComment.ts';

/** The newest last. Throws NOT_FOUND if the project has no such live link. */
export async function listLinkComments(
  db: Db,
  project: Pick<Project, 'id'>,
  linkId: string,
): Promise<LinkComment[]> {
  const { id } = await getLink(db, project, linkId);
  const rows = await selectComments(db, id).orderBy('link_comments.id').execute();
  return rows.map(readComment);
}
