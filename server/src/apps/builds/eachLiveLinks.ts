import type { Db } from '#platform/db/Db.ts';
import { listLinksInOrder, orderOfLink } from '#links/finding/listLinksInOrder.ts';
import { isExpired, type Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';

const BATCH = 1000;

/** The links of a project that work at a time, by slug, from behind a place on; as many as one statement reads at a time. */
export async function* eachLiveLinks(
  db: Db,
  project: Pick<Project, 'id'>,
  at: Date,
  from = '',
): AsyncGenerator<readonly Link[]> {
  let after = from;
  for (;;) {
    const links = await listLinksInOrder(db, { after, limit: BATCH, projectId: project.id });
    yield links.filter((link) => !isExpired(link, at.getTime()));
    const last = links.at(-1);
    if (links.length < BATCH || !last) return;
    after = orderOfLink(last);
  }
}
