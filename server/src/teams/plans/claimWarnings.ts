import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { type CountedLimit, INCLUDED, monthOf } from './countUsage.ts';
import type { Brand } from '../projects/brand/Brand.ts';
import type { Plans } from './readPlans.ts';

/** A warning not yet sent this month. */
export interface DueWarning {
  readonly projectId: string;
  readonly projectName: string;
  readonly brand: Brand | null;
  readonly plan: string;
  readonly ownerEmail: string;
  readonly limit: CountedLimit;
  readonly used: number;
  readonly allowed: number;
  readonly percent: 80 | 100;
}

/** How much of a limit every project uses, as rows of (project_id, used). */
const USED: Record<CountedLimit, (month: string) => ReturnType<typeof sql>> = {
  links: () => sql`select project_id, sum(links) as used from link_counts group by project_id`,
  domains: () => sql`
    select project_id, count(*) as used from domains
    where removed_at is null and not given group by project_id`,
  members: () => sql`select project_id, count(*) as used from project_members group by project_id`,
  apiKeys: () => sql`
    select project_id, count(*) as used from app_keys
    where expires_at is null or expires_at > now() group by project_id`,
  monthlyActiveUsers: (month) => sql`
    select project_id, count(*) as used from active_users where month = ${month} group by project_id`,
};

/**
 * Finds the projects that have reached 80 % or 100 % of a limit and marks them as warned, in one statement, so that
 * only one of several processes sends the email. At 100 %, the mark for 80 % is set too: one email is
 * enough.
 */
export async function claimWarnings(
  db: Db,
  plans: Plans,
  { limit, now }: { readonly limit: CountedLimit; readonly now: Date },
): Promise<DueWarning[]> {
  const month = monthOf(now);
  // A limit of zero cannot be used up.
  const limited = [...plans.byId.values()].flatMap(({ id, limits }) => {
    const allowed = limits[limit];
    return allowed === null || allowed === 0 ? [] : [{ id, allowed }];
  });
  const { rows } = await sql<DueWarning>`
    with reached as (
      select usage.project_id, usage.used, plan.allowed, step.percent
      from (${USED[limit](month)}) as usage
      join projects on projects.id = usage.project_id
      join unnest(${limited.map((plan) => plan.id)}::text[], ${limited.map((plan) => plan.allowed)}::bigint[])
        as plan (id, allowed) on plan.id = projects.plan
      join (values (80), (100)) as step (percent) on usage.used * 100 >= plan.allowed * step.percent
      where usage.used > ${INCLUDED[limit] ?? 0}
    ), told as (
      insert into usage_warnings (project_id, month, limit_name, percent)
      select project_id, ${month}, ${limit}, percent from reached
      order by project_id, percent
      on conflict do nothing
      returning project_id, percent
    )
    select distinct on (projects.id) projects.id as "projectId", projects.name as "projectName",
      projects.plan, projects.brand, users.email as "ownerEmail", ${limit}::text as "limit",
      reached.used::bigint as used, reached.allowed, told.percent
    from told
    join reached using (project_id, percent)
    join projects on projects.id = told.project_id
    join project_members on project_members.project_id = projects.id and project_members.role = 'owner'
    join users on users.id = project_members.user_id
    order by projects.id, told.percent desc`.execute(db);
  return rows;
}

/** Removes the mark of an email that could not be sent; the next round sends it. */
export async function releaseWarning(db: Db, warning: DueWarning, now: Date): Promise<void> {
  await db
    .deleteFrom('usage_warnings')
    .where('project_id', '=', warning.projectId)
    .where('month', '=', monthOf(now))
    .where('limit_name', '=', warning.limit)
    .where('percent', '=', warning.percent)
    .execute();
}
