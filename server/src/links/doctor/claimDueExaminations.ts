import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { type ProjectDomain, readProjectDomain } from '#teams/domains/ProjectDomain.ts';

/**
 * Verified domains that are due for an examination, at most `limit`, marked as examined, so that other processes skip
 * them. Each is due once a day; subdomains assigned by the server are set up by it, and are not examined automatically.
 */
export async function claimDueExaminations(db: Db, limit: number): Promise<ProjectDomain[]> {
  const { rows } = await sql<Parameters<typeof readProjectDomain>[0]>`
    with due as (
      select domains.id from domains left join domain_examinations as turn on turn.domain_id = domains.id
      where verified_at is not null and removed_at is null and not given and (next_at is null or next_at <= now())
      order by next_at nulls first limit ${limit}
    ), claimed as (
      insert into domain_examinations as turn (domain_id, next_at)
      select id, now() + interval '1 day' from due
      on conflict (domain_id) do update set next_at = excluded.next_at where turn.next_at <= now()
      returning domain_id
    )
    select domains.*, 0 as link_count from domains join claimed on claimed.domain_id = domains.id`.execute(
    db,
  );
  return rows.map(readProjectDomain);
}
