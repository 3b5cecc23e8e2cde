import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { monthOf } from '#teams/plans/countUsage.ts';
import type { PlanEntry } from '#teams/plans/readPlans.ts';
import type { Project } from '#teams/projects/Project.ts';

/**
 * SQL: the key by which a device is an active user of a month once, no matter how often the app was reinstalled, from a
 * relation with columns of installations; 128 bits of a hash.
 */
export function activeUserKeyOf(relation: string): string {
  return `left(translate(encode(sha256(convert_to(
    case when ${relation}.persistent_device_id is null then 'installation ' || ${relation}.id
      else 'device ' || ${relation}.persistent_device_id end,
    'UTF8')), 'base64'), '+/', '-_'), 22)`;
}

/**
 * Refuses a new active user, already counted in this transaction, beyond `monthlyActiveUsers` if the plan sells no
 * overage: FORBIDDEN, naming the limit (Rule: limits). Calls for such a project take turns until their transactions
 * end, so that simultaneous installations cannot exceed the limit together.
 */
export async function checkActiveUserLimit(
  db: Db,
  project: Project,
  plan: PlanEntry,
  at: Date,
): Promise<void> {
  const limit = plan.limits.monthlyActiveUsers;
  if (limit === null || !limitsActiveUsers(plan)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`active users ${project.id}`}, 0))`.execute(
    db,
  );
  // Counting stops beyond the limit, so it costs no more than the plan allows.
  const { rows } = await sql<{ exceeded: boolean }>`
    select count(*) > ${limit} as exceeded from (
      select from active_users
      where project_id = ${project.id} and month = ${monthOf(at)} limit ${limit + 1}
    ) as users`.execute(db);
  if (rows[0]?.exceeded !== true) return;
  throw new Problem(
    'FORBIDDEN',
    `The plan "${plan.name}" allows ${limit} monthly active users (monthlyActiveUsers) and they are reached; new installations need a larger plan or the next month`,
  );
}

/** Whether a new installation can exceed the limit. */
export function limitsActiveUsers({ limits, overageRatePer1k }: PlanEntry): boolean {
  return limits.monthlyActiveUsers !== null && overageRatePer1k === null;
}
