import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { type Domain, DOMAIN_COLUMNS, readDomain } from './Domain.ts';

/** Adds a domain that the operator vouches for. A host that is verified elsewhere: CONFLICT. */
export async function createVerifiedDomain(
  db: Db,
  project: Project,
  host: string,
): Promise<Domain> {
  const row = await db
    .insertInto('domains')
    .values({
      id: newId(),
      project_id: project.id,
      host: host.toLowerCase(),
      verification_token: randomBytes(16).toString('hex'),
      verified_at: new Date(),
      is_primary: sql<boolean>`not exists (select from domains where project_id = ${project.id} and is_primary)`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(DOMAIN_COLUMNS)
    .executeTakeFirst();
  if (row === undefined) {
    throw new Problem('CONFLICT', `The domain ${host} is in use; choose another host`);
  }
  return readDomain(row);
}
