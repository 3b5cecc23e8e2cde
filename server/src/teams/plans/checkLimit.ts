import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { type CountedLimit, countUsage } from './countUsage.ts';
import { getPlan, type PlanEntry, type Plans } from './readPlans.ts';

const WORDS: Record<CountedLimit, string> = {
  links: 'links',
  domains: 'domains',
  members: 'members',
  apiKeys: 'application keys',
  monthlyActiveUsers: 'monthly active users',
};

const REMOVE = 'remove some or change the plan';
const CURES: Record<CountedLimit, string> = {
  links: REMOVE,
  domains: REMOVE,
  members: REMOVE,
  apiKeys: REMOVE,
  monthlyActiveUsers: 'wait for the next month or change the plan',
};

function nounOf(limit: CountedLimit, count: number): string {
  return count === 1 ? WORDS[limit].replace(/s$/, '') : WORDS[limit];
}

/** The refusal of Rule: limits: it names the limit, what the plan allows and what to do. */
export function limitReached(limit: CountedLimit, allowed: number, plan?: PlanEntry): Problem {
  const where = plan === undefined ? 'The plan' : `The plan ${plan.name}`;
  return new Problem(
    'FORBIDDEN',
    `Limit ${limit} reached: ${where} allows ${allowed.toLocaleString('en-US')} ${nounOf(limit, allowed)}; ${CURES[limit]}`,
  );
}

/**
 * Throws FORBIDDEN if the project has used up a limit. Call it just before creating one more; it is
 * exact if both run in one transaction started by `lockLimits`, and otherwise except for simultaneous
 * calls.
 */
export async function checkLimit(
  db: Db,
  plans: Plans,
  project: Project,
  limit: CountedLimit,
): Promise<void> {
  const plan = getPlan(plans, project.plan);
  const allowed = plan.limits[limit];
  if (allowed === null || (limit === 'monthlyActiveUsers' && plan.overageRatePer1k !== null))
    return;
  if ((await countUsage(db, project, limit)) >= allowed) throw limitReached(limit, allowed, plan);
}
