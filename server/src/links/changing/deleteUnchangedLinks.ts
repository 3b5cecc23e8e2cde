import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { targetOfAll } from '../creating/auditTargets.ts';
import { changeLinks } from './changeLinks.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';

/** A link as it was when it was created; the API tells milliseconds. */
interface CreatedLink {
  readonly id: string;
  readonly updatedAt: string;
}

interface Undone {
  readonly deleted: string[];
  readonly changed: string[];
  readonly gone: string[];
  readonly refused: string[];
}

/**
 * Deletes links that nobody has changed since they were created, with an entry in the audit log. What is left is told apart: changed since, no live link of the project, or in a folder out of reach.
 */
export async function deleteUnchangedLinks(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Actor,
  links: readonly CreatedLink[],
): Promise<Undone> {
  const times = new Map(links.map((link) => [link.id.toLowerCase(), Date.parse(link.updatedAt)]));
  const ids = [...times.keys()];
  const { changed, left, refused } = await changeLinks(db, project, author, {
    ids,
    set: (_, links) => ({
      accepted: links.filter(({ id, updatedAt }) => updatedAt.getTime() === times.get(id)),
      set: { deleted_at: new Date() },
    }),
    entry: (deleted) => {
      const slugs = deleted.map(({ slug }) => slug);
      return { action: 'links.deleted', target: targetOfAll(slugs), details: { slugs } };
    },
  });
  const outOfReach = new Set(refused.map(({ link }) => link));
  const live = new Set([...changed, ...left].map(({ id }) => id));
  return {
    deleted: changed.map(({ id }) => id),
    changed: left.filter((link) => !outOfReach.has(link)).map(({ id }) => id),
    gone: ids.filter((id) => !live.has(id)),
    refused: refused.map(({ link }) => link.id),
  };
}
