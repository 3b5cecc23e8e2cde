import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { changeDomain } from './changeDomain.ts';
import { getDomain } from './listDomains.ts';
import type { ProjectDomain } from './ProjectDomain.ts';
import type { Actor } from '../audit/AuditEntry.ts';

/**
 * Removes a domain; the next oldest verified one becomes primary in its place. CONFLICT while live links
 * use it.
 */
export function removeDomain(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
): Promise<ProjectDomain> {
  return changeDomain(db, project, actor, { action: 'domain.removed' }, (tx) =>
    takeAway(tx, project, id),
  );
}

/** The lock prevents links from being created on it meanwhile. */
async function takeAway(db: Db, project: Project, id: string): Promise<ProjectDomain> {
  await sql`select from domains where id = ${id} and project_id = ${project.id} for update`.execute(
    db,
  );
  const domain = await getDomain(db, project, id);
  if (domain.linkCount > 0) {
    throw new Problem(
      'CONFLICT',
      `${domain.host} is used by ${domain.linkCount} live ${domain.linkCount === 1 ? 'link' : 'links'}; delete them first`,
    );
  }
  await db
    .updateTable('domains')
    .set({ removed_at: new Date(), verified_at: null, is_primary: false })
    .where('id', '=', id)
    .execute();
  if (domain.isPrimary) {
    await sql`update domains set is_primary = true where id = (
      select id from domains where project_id = ${project.id} and verified_at is not null
      order by created_at limit 1)`.execute(db);
  }
  return domain;
}
