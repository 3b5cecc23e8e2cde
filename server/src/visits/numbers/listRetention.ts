import type { Db } from '#platform/db/Db.ts';
import { DAY_MS, startOfDay } from '#platform/lib/time.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import { retentionDaysOf } from '#teams/plans/retention.ts';

/** How long the clicks of a project are kept. */
export interface Retention {
  readonly projectId: string;
  /** UTC midnight: rows before it have been deleted; null if none have. */
  readonly keptFrom: Date | null;
  /** UTC midnight: rows before it are to be deleted. */
  readonly end: Date;
}

/** The projects that plan or project keep clicks of for a limited time. */
export async function listRetention(db: Db, plans: Plans, now: Date): Promise<Retention[]> {
  const projects = await db
    .selectFrom('projects')
    .leftJoin('project_retention', 'project_retention.project_id', 'projects.id')
    .select(['projects.id', 'projects.plan', 'projects.click_retention_days'])
    .select('project_retention.kept_from')
    .execute();
  return projects.flatMap(({ id, plan, click_retention_days, kept_from }) => {
    // The catalogue has lost its plan: how long it keeps clicks is not known, and what is deleted does not come back.
    if (!plans.byId.has(plan)) return [];
    const days = retentionDaysOf(plans, { plan, clickRetentionDays: click_retention_days });
    if (days === null) return [];
    const end = new Date(startOfDay(now.getTime()) - days * DAY_MS);
    return [{ projectId: id, keptFrom: kept_from, end }];
  });
}
