import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { limitReached } from './checkLimit.ts';
import { countUsage } from './countUsage.ts';
import { getPlan, type Plans } from './readPlans.ts';

/**
 * FORBIDDEN when invitations hold more places than the plan has, as after a change to a smaller one: an
 * invitation keeps a place free, and cannot make one.
 */
export async function checkHeldPlaces(db: Db, plans: Plans, project: Project): Promise<void> {
  const plan = getPlan(plans, project.plan);
  const allowed = plan.limits.members;
  if (allowed === null || (await countUsage(db, project, 'members')) <= allowed) return;
  throw limitReached('members', allowed, plan);
}
