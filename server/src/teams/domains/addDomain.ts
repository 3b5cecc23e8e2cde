import { finding } from '@fairlead/contract/finding';
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Actor } from '../audit/AuditEntry.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import { checkLimit } from '../plans/checkLimit.ts';
import { lockLimits } from '../plans/lockLimits.ts';
import type { Plans } from '../plans/readPlans.ts';
import type { Project } from '../projects/Project.ts';
import { changeDomain } from './changeDomain.ts';
import { getDomain } from './listDomains.ts';
import type { DomainSource } from './giveDomain.ts';
import type { ProjectDomain } from './ProjectDomain.ts';

/**
 * Adds a domain that is yet to be verified: not one of the service itself, nor under its link domain. CONFLICT if
 * the project already has it or another has verified it, FORBIDDEN at the plan's limit.
 */
export function addDomain(
  { db, plans }: { readonly db: Db; readonly plans: Plans },
  project: Project,
  actor: Actor,
  host: string,
  source: DomainSource,
): Promise<ProjectDomain> {
  return changeDomain(db, project, actor, { action: 'domain.added' }, async (tx) => {
    await lockLimits(tx, project, () => checkLimit(tx, plans, project, 'domains'));
    return insertDomain(tx, project, host, source);
  });
}

async function insertDomain(
  db: Db,
  project: Project,
  host: string,
  { parent, ownHosts }: DomainSource,
): Promise<ProjectDomain> {
  const name = checkHost(host, ownHosts);
  if (name.endsWith(`.${parent}`)) {
    throw new Problem(
      'VALIDATION_ERROR',
      `host ${name} lies under ${parent}, whose subdomains this server gives to projects: use the one it offers, or a domain of your own`,
    );
  }
  const proved = await db
    .selectFrom('domains')
    .select('id')
    .where('host', '=', name)
    .where('verified_at', 'is not', null)
    .where('project_id', '<>', project.id)
    .executeTakeFirst();
  if (proved) {
    const message = `The domain ${name} is in use; choose another host`;
    throw new Problem('CONFLICT', finding('host', 'taken', message));
  }
  const fresh = {
    verification_token: randomBytes(16).toString('hex'),
    created_at: new Date(),
    removed_at: null,
    checked_at: null,
    check_result: null,
  };
  const row = await db
    .insertInto('domains')
    .values({ id: newId(), project_id: project.id, host: name, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'host'])
        .doUpdateSet(fresh)
        .where('domains.removed_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) {
    const message = `The project has the domain ${name} already`;
    throw new Problem('CONFLICT', finding('host', 'taken', message));
  }
  return getDomain(db, project, row.id);
}

function checkHost(host: string, ownHosts: readonly string[]): string {
  const name = host.toLowerCase();
  if (isIP(name) !== 0 || !name.includes('.') || /\.\d+$/.test(name)) {
    const message = 'host must be a full domain name such as links.example.com';
    throw new Problem('VALIDATION_ERROR', finding('host', 'format', message));
  }
  if (ownHosts.includes(name)) {
    const message = `host ${name} belongs to this server itself; choose another`;
    throw new Problem('VALIDATION_ERROR', finding('host', 'reserved', message));
  }
  return name;
}
