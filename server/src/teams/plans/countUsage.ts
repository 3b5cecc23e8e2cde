import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';

/** The limits of a plan that count something (Rule: limits). */
export const COUNTED_LIMITS = [
  'links',
  'domains',
  'members',
  'apiKeys',
  'monthlyActiveUsers',
] as const;
export type CountedLimit = (typeof COUNTED_LIMITS)[number];

/**
 * What every project includes: its domain and its owner. If a plan allows no more, having them is no reason to
 * warn.
 */
export const INCLUDED: Readonly<Partial<Record<CountedLimit, number>>> = { domains: 1, members: 1 };

/** First day of the month in UTC, as `YYYY-MM-DD`. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}

/** How much of one limit a project uses; `links` is a sum of at most 16 counters, kept by triggers. */
export async function countUsage(
  db: Db,
  project: Pick<Project, 'id'>,
  limit: CountedLimit,
  now: Date = new Date(),
): Promise<number> {
  const query = COUNTS[limit](project.id, now);
  const { rows } = await sql<{ used: number }>`select (${query})::bigint as used`.execute(db);
  return rows[0]?.used ?? 0;
}

const COUNTS: Record<CountedLimit, (projectId: string, now: Date) => ReturnType<typeof sql>> = {
  links: (id) => sql`select coalesce(sum(links), 0) from link_counts where project_id = ${id}`,
  // A domain being verified counts: it takes up its place. One assigned by the server does not.
  domains: (id) =>
    sql`select count(*) from domains where project_id = ${id} and removed_at is null and not given`,
  // So does an invitation that can still be accepted.
  members: (id, now) => sql`
    select (select count(*) from project_members where project_id = ${id})
      + (select count(*) from invitations where project_id = ${id} and expires_at > ${now})`,
  apiKeys: (id, now) => sql`
    select count(*) from app_keys
    where project_id = ${id} and (expires_at is null or expires_at > ${now})`,
  monthlyActiveUsers: (id, now) => sql`
    select count(*) from active_users where project_id = ${id} and month = ${monthOf(now)}`,
};
