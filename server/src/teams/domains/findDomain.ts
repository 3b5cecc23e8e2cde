import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { type Domain, DOMAIN_COLUMNS, readDomain } from './Domain.ts';

/** The verified domain of a host, whoever owns it: how a visit finds its project. */
export async function findDomainByHost(db: Db, host: string): Promise<Domain | undefined> {
  const row = await db
    .selectFrom('domains')
    .select(DOMAIN_COLUMNS)
    .where('host', '=', host)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return row && readDomain(row);
}

/** A domain by its id, verified or not: its name never changes. */
export async function findDomainById(db: Db, id: string): Promise<Domain | undefined> {
  const row = await db
    .selectFrom('domains')
    .select(DOMAIN_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && readDomain(row);
}

/** A verified domain of the project: the one named by host or id, else the primary, else the oldest. */
export async function findDomain(
  db: Db,
  project: Project,
  { host, id }: { readonly host?: string | undefined; readonly id?: string | undefined } = {},
): Promise<Domain | undefined> {
  const row = await db
    .selectFrom('domains')
    .select(DOMAIN_COLUMNS)
    .where('project_id', '=', project.id)
    .where('verified_at', 'is not', null)
    .$if(host !== undefined, (query) => query.where('host', '=', host!.toLowerCase()))
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && readDomain(row);
}
