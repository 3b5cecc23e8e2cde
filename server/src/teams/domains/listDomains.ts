import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { type ProjectDomain, readProjectDomain } from './ProjectDomain.ts';

/** The primary domain first, then by age; with `id`, only that domain. */
export async function listDomains(
  db: Db,
  project: Pick<Project, 'id'>,
  id?: string,
): Promise<ProjectDomain[]> {
  const rows = await db
    .selectFrom('domains')
    .selectAll()
    .select(
      sql<number>`(select count(*) from links
        where links.domain_id = domains.id and links.deleted_at is null)`.as('link_count'),
    )
    .where('project_id', '=', project.id)
    .where('removed_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(readProjectDomain);
}

/** A domain by its host: a verified one before others, within a project if one is given. */
export async function findDomainNamed(
  db: Db,
  host: string,
  project?: Pick<Project, 'id'>,
): Promise<ProjectDomain | undefined> {
  const row = await db
    .selectFrom('domains')
    .selectAll()
    .select(sql<number>`0`.as('link_count'))
    .where('host', '=', host)
    .where('removed_at', 'is', null)
    .$if(project !== undefined, (query) => query.where('project_id', '=', project!.id))
    .orderBy(sql`verified_at is null`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && readProjectDomain(row);
}

/** A domain of the project, or NOT_FOUND. */
export async function getDomain(
  db: Db,
  project: Pick<Project, 'id'>,
  id: string,
): Promise<ProjectDomain> {
  const [domain] = await listDomains(db, project, id);
  if (domain === undefined) throw new Problem('NOT_FOUND', 'Domain not found');
  return domain;
}
