import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';
import { Problem } from '../lib/Problem.ts';
import type { DnsCheck } from './checkDns.ts';
import type { ProjectDomain } from './ProjectDomain.ts';
import { isSqlstate } from '../db/sqlstates.ts';

/**
 * Keeps what a check saw, and verifies the domain when the proof was found; the first verified domain of
 * a project becomes its primary one. A domain once verified stays so: links in the world do not break
 * over a vanished record. CONFLICT when another project proved the host first. In a transaction.
 */
export async function recordCheck(
  db: Db,
  domain: Pick<ProjectDomain, 'id' | 'projectId' | 'host' | 'verifiedAt'>,
  check: DnsCheck | undefined,
  now = new Date(),
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
