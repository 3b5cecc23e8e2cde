import { type Finding, finding } from '@fairlead/contract/finding';
import type { Project } from '../projects/Project.ts';
import { getPlan, type Plans } from './readPlans.ts';

/** How many days a project's clicks are kept: its own setting, at most the plan's retention; null: forever. */
export function retentionDaysOf(
  plans: Plans,
  { plan, clickRetentionDays }: Pick<Project, 'plan' | 'clickRetentionDays'>,
): number | null {
  const ofPlan = getPlan(plans, plan).limits.clickRetentionDays;
  if (ofPlan === null || clickRetentionDays === null) return clickRetentionDays ?? ofPlan;
  return Math.min(ofPlan, clickRetentionDays);
}

/** Refuses more days than the plan keeps; a value chosen under a larger plan may stay. */
export function checkRetention(
  plans: Plans,
  project: Pick<Project, 'plan' | 'clickRetentionDays'>,
  days: number | null | undefined,
): Finding[] {
  const plan = getPlan(plans, project.plan);
  const most = plan.limits.clickRetentionDays;
  if (days === null || days === undefined || days === project.clickRetentionDays) return [];
  if (most === null || days <= most) return [];
  const message = `clickRetentionDays must be at most ${most}, as the plan ${plan.name} keeps clicks; null keeps them as long as the plan`;
  return [finding('clickRetentionDays', 'too_large', message)];
}
