import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { COUNTED_LIMITS, type CountedLimit, countUsage, INCLUDED, monthOf } from './countUsage.ts';
import { computeOverage } from './computeOverage.ts';
import { getPlan, type PlanEntry, type Plans } from './readPlans.ts';

interface LimitUsage {
  readonly used: number;
  /** Null means unlimited. */
  readonly limit: number | null;
  /** `near` from 80 %, `reached` from 100 %. */
  readonly warning: 'none' | 'near' | 'reached';
}

export interface Usage {
  readonly plan: PlanEntry;
  /** First day of the month, UTC, in which active users are counted: `YYYY-MM-DD`. */
  readonly month: string;
  readonly limits: Readonly<Record<CountedLimit, LimitUsage>>;
  /** Cost so far this month of active users over the limit; null if the plan sells no overage. */
  readonly overage: number | null;
}

/** How much of every limit of its plan a project uses, at `now`. */
export async function getUsage(
  db: Db,
  plans: Plans,
  project: Pick<Project, 'id' | 'plan'>,
  now: Date = new Date(),
): Promise<Usage> {
  const plan = getPlan(plans, project.plan);
  const entries = await Promise.all(
    COUNTED_LIMITS.map(async (name) => {
      const used = await countUsage(db, project, name, now);
      const limit = plan.limits[name];
      return [name, { used, limit, warning: warningOf(name, used, limit) }] as const;
    }),
  );
  const limits = Object.fromEntries(entries) as Record<CountedLimit, LimitUsage>;
  const { used, limit } = limits.monthlyActiveUsers;
  return {
    plan,
    month: monthOf(now),
    limits,
    overage: computeOverage(used, limit, plan.overageRatePer1k),
  };
}

/** A limit of zero never warns. Neither does what every project includes. */
function warningOf(name: CountedLimit, used: number, limit: number | null): LimitUsage['warning'] {
  if (limit === null || limit === 0 || used <= (INCLUDED[name] ?? 0)) return 'none';
  if (used >= limit) return 'reached';
  return used >= limit * 0.8 ? 'near' : 'none';
}
