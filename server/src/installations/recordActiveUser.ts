import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';
import { Problem } from '../lib/Problem.ts';
import { monthOf } from '../plans/countUsage.ts';
import type { PlanEntry } from '../plans/readPlans.ts';
import type { Project } from '../projects/Project.ts';
import type { Installation } from './Installation.ts';

type ActiveInstallation = Pick<Installation, 'id' | 'persistentDeviceId'>;

/**
 * Counts a device as active in the month of `at` (UTC), once, no matter how often the app was
 * reinstalled. Every track, bootstrap and session start calls it, inside their transaction.
 */
export async function recordActiveUser(
  db: Db,
  project: Project,
  installation: ActiveInstallation,
  at: Date,
): Promise<void> {
  await db
    .insertInto('active_users')
    .values({ project_id: project.id, month: monthOf(at), device_key: deviceKeyOf(installation) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Refuses a new installation beyond `monthlyActiveUsers` if the plan sells no overage: FORBIDDEN, naming
 * the limit (Rule: limits). A device that is already counted may always return. Calls for such a project
 * take turns until the transaction ends, so that simultaneous installations cannot exceed the limit
 * together.
 */
export async function checkActiveUserLimit(
  db: Db,
  project: Project,
  plan: PlanEntry,
  installation: ActiveInstallation,
  at: Date,
): Promise<void> {
  const limit = plan.limits.monthlyActiveUsers;
  if (limit === null || !limitsActiveUsers(plan)) return;
  const month = monthOf(at);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`active users ${project.id}`}, 0))`.execute(
    db,
  );
  // Counting stops at the limit, so it costs no more than the plan allows.
  const { rows } = await sql<{ counted: boolean; full: boolean }>`
    select
      exists (
        select from active_users
        where project_id = ${project.id} and month = ${month}
          and device_key = ${deviceKeyOf(installation)}
      ) as counted,
      (
        select count(*) from (
          select from active_users
          where project_id = ${project.id} and month = ${month} limit ${limit}
        ) as users
      ) >= ${limit} as full`.execute(db);
  if (rows[0]?.full !== true || rows[0].counted) return;
  throw new Problem(
    'FORBIDDEN',
    `The plan "${plan.name}" allows ${limit} monthly active users (monthlyActiveUsers) and they are reached; new installations need a larger plan or the next month`,
  );
}

/** Whether a new installation can exceed the limit. */
export function limitsActiveUsers({ limits, overageRatePer1k }: PlanEntry): boolean {
  return limits.monthlyActiveUsers !== null && overageRatePer1k === null;
}

/** The same for every installation on a device that identifies itself; 128 bits of a hash. */
function deviceKeyOf({ id, persistentDeviceId }: ActiveInstallation): string {
  const device =
    persistentDeviceId === null ? `installation ${id}` : `device ${persistentDeviceId}`;
  return createHash('sha256').update(device).digest('base64url').slice(0, 22);
}
