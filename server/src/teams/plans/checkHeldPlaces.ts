import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { limitReached } from './checkLimit.ts';
import { countUsage } from './countUsage.ts';
import { getPlan, type Plans } from './readPlans.ts';

/**
 * FORBIDDEN if invitations reserve more places than the plan has, for example after a change to a
 * smaller one: an invitation reserves a place, but cannot create one.
 */
export async function checkHeldPlaces(db: Db, plans: Plans, project: Project): Promise<void> {
  const plan = getPlan(plans, project.plan);
  const allowed = plan.limits.members;
  if (allowed === null || (await countUsage(db, project, 'members')) <= allowed) return;
  throw limitReached('members', allowed, plan);
}
