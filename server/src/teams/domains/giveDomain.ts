import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Project } from '../projects/Project.ts';

export interface DomainSource {
  /** LINK_DOMAIN: the parent of assigned domains. */
  readonly parent: string;
  /** Hosts of the service itself, which may lie under the parent too. */
  readonly ownHosts: readonly string[];
}

const MAX_LABEL_LENGTH = 40;
const ATTEMPTS = 20;
const SUFFIX_LETTERS = 'bcdfghjkmnpqrstvwxz23456789';

/**
 * Assigns a project its subdomain of the server's link domain, verified immediately, and returns the domain's
 * id. The label comes from the project's name; one ever assigned to another project is not used again. A
 * removed one is restored. CONFLICT if the project already has it. In a transaction.
 */
export async function giveDomain(
  db: Db,
  project: Pick<Project, 'id' | 'name'>,
  source: DomainSource,
): Promise<string> {
  // Two simultaneous requests must not assign two domains, and two verified ones must not both become primary.
  await sql`select from projects where id = ${project.id} for no key update`.execute(db);
  const before = await db
    .selectFrom('domains')
    .select(['id', 'host', 'removed_at'])
    .where('project_id', '=', project.id)
    .where('given', '=', true)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (before?.removed_at === null) {
    throw new Problem(
      'CONFLICT',
      `The project has the domain ${before.host} of this server already`,
    );
  }
  if (before?.host.endsWith(`.${source.parent}`)) return bringBack(db, project, before.id);
  const label = labelOf(project.name);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const host = `${attempt === 0 ? label : `${label}-${newSuffix()}`}.${source.parent}`;
    if (source.ownHosts.includes(host)) continue;
    const id = await tryHost(db, project, host);
    if (id !== undefined) return id;
  }
  throw new Error(`No label under ${source.parent} is free for a project`);
}

async function tryHost(
  db: Db,
  project: Pick<Project, 'id'>,
  host: string,
): Promise<string | undefined> {
  const taken = await db
    .insertInto('given_hosts')
    .values({ host, project_id: project.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('host')
    .executeTakeFirst();
  if (taken === undefined) return undefined;
  const row = await db
    .insertInto('domains')
    .values({
      id: newId(),
      project_id: project.id,
      host,
      verification_token: randomBytes(16).toString('hex'),
      verified_at: new Date(),
      given: true,
      is_primary: noPrimaryOf(project),
    })
    // An operator may already have provisioned the host.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

async function bringBack(db: Db, project: Pick<Project, 'id'>, id: string): Promise<string> {
  await db
    .updateTable('domains')
    .set({ removed_at: null, verified_at: new Date(), is_primary: noPrimaryOf(project) })
    .where('id', '=', id)
    .execute();
  return id;
}

function noPrimaryOf({ id }: Pick<Project, 'id'>) {
  return sql<boolean>`not exists (
    select from domains as other where other.project_id = ${id} and other.is_primary)`;
}

/** `Café & Co.` → `cafe-co`; a name without such letters gives `links`. */
function labelOf(name: string): string {
  const label = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LABEL_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  return label === '' ? 'links' : label;
}

function newSuffix(): string {
  return Array.from({ length: 4 }, () => SUFFIX_LETTERS[randomInt(SUFFIX_LETTERS.length)]).join('');
}
