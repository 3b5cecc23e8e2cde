import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { type ProjectDomain, readProjectDomain } from '../ProjectDomain.ts';

/**
 * Domains whose DNS is due for a check, at most `limit`, marked as checked, so that other processes
 * skip them. Unverified ones every 5 minutes for a week and then every 6 hours, verified ones once a
 * day.
 */
export async function claimDueDomains(db: Db, limit: number): Promise<ProjectDomain[]> {
  const { rows } = await sql<Parameters<typeof readProjectDomain>[0]>`
    update domains set checked_at = now() where id in (
      select id from domains
      where removed_at is null and not given and (checked_at is null or checked_at < now() - case
        when verified_at is not null then interval '1 day'
        when created_at > now() - interval '7 days' then interval '5 minutes'
        else interval '6 hours' end)
      order by checked_at nulls first limit ${limit}
      for update skip locked)
    returning *, 0 as link_count`.execute(db);
  return rows.map(readProjectDomain);
}
