import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { changeDomain } from './changeDomain.ts';
import { getDomain } from './listDomains.ts';
import type { ProjectDomain } from './ProjectDomain.ts';
import type { Actor } from '../audit/AuditEntry.ts';

/** New links without a `domain` are created on it. CONFLICT for one that is not verified. */
export function setPrimaryDomain(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
): Promise<ProjectDomain> {
  return changeDomain(db, project, actor, { action: 'domain.primary' }, (tx) =>
    makePrimary(tx, project, id),
  );
}

async function makePrimary(db: Db, project: Project, id: string): Promise<ProjectDomain> {
  await sql`select from projects where id = ${project.id} for no key update`.execute(db);
  const domain = await getDomain(db, project, id);
  if (domain.verifiedAt === null) {
    throw new Problem(
      'CONFLICT',
      `Verify ${domain.host} first; only a verified domain can be primary`,
    );
  }
  const set = (isPrimary: boolean) =>
    db
      .updateTable('domains')
      .set({ is_primary: isPrimary })
      .where('project_id', '=', project.id)
      .where('id', isPrimary ? '=' : '<>', id)
      .where('is_primary', '=', !isPrimary)
      .execute();
  await set(false);
  await set(true);
  return { ...domain, isPrimary: true };
}
