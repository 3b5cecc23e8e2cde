import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { DnsCheck } from './checkDns.ts';
import type { ProjectDomain } from '../ProjectDomain.ts';
import { isSqlstate } from '#platform/db/sqlstates.ts';
import type { Actor } from '../../audit/AuditEntry.ts';
import { changeProject } from '../../audit/changeProject.ts';

type CheckedDomain = Pick<ProjectDomain, 'id' | 'projectId' | 'host' | 'verifiedAt'>;

/**
 * Stores what a check found, and verifies the domain if the proof was found; the first verified domain
 * of a project becomes its primary one. A verified domain stays verified: existing links do not break
 * because a record disappeared. CONFLICT if another project verified the host first.
 */
export function recordCheck(
  db: Db,
  actor: Actor,
  domain: CheckedDomain,
  check: DnsCheck | undefined,
  now = new Date(),
): Promise<{ verified: boolean }> {
  return changeProject(db, { id: domain.projectId }, actor, async (tx, record) => {
    const { verified } = await store(tx, domain, check, now);
    if (verified) {
      await record({
        action: 'domain.verified',
        target: { kind: 'domain', id: domain.id, name: domain.host },
      });
    }
    return { verified };
  });
}

async function store(
  db: Db,
  domain: CheckedDomain,
  check: DnsCheck | undefined,
  now: Date,
): Promise<{ verified: boolean }> {
  const verified = domain.verifiedAt === null && check?.proof.state === 'found';
  if (verified) {
    // Two domains verified at once must not both become primary.
    await sql`select from projects where id = ${domain.projectId} for no key update`.execute(db);
  }
  try {
    const changed = await db
      .updateTable('domains')
      .set({
        checked_at: now,
        ...(check && { check_result: { ...check } }),
        ...(verified && {
          verified_at: now,
          is_primary: sql<boolean>`not exists (
            select from domains as other
            where other.project_id = ${domain.projectId} and other.is_primary)`,
        }),
      })
      .where('id', '=', domain.id)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return { verified: verified && changed.numUpdatedRows > 0n };
  } catch (error) {
    if (isSqlstate(error, 'uniqueViolation')) {
      throw new Problem('CONFLICT', `The domain ${domain.host} is in use; choose another host`);
    }
    throw error;
  }
}
