import type { Actor } from '#teams/audit/AuditEntry.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { targetOfAll } from '../creating/auditTargets.ts';
import { type ChangedLinks, changeLinks } from './changeLinks.ts';
import { displayNameOf } from '../link/Link.ts';

/** Deletes several links as `deleteLink` does; printed ones and what they lead to, and those of folders out of reach, are refused. */
export function deleteProjectLinks(
  db: Db,
  project: Project,
  actor: Actor,
  ids: readonly string[],
): Promise<Pick<ChangedLinks, 'changed' | 'refused'>> {
  return changeLinks(db, project, actor, {
    ids,
    set: (_, links) => ({ accepted: links, set: { deleted_at: new Date() } }),
    entry: (deleted) => ({
      action: 'links.deleted',
      target: targetOfAll(deleted.map(displayNameOf)),
      details: { slugs: deleted.map(({ slug }) => slug) },
    }),
  });
}
