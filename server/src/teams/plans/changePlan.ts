import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { checkPlanId, type Plans } from './readPlans.ts';

/** Puts a project on a plan on the operator's behalf. NOT_FOUND if there is no such project. */
export function changePlan(db: Db, plans: Plans, projectId: string, plan: string): Promise<void> {
  return changeProject(db, { id: projectId }, { kind: 'operator' }, async (tx, record) => {
    const changed = await setPlan(tx, plans, projectId, plan);
    if (!changed) throw new Problem('NOT_FOUND', 'Project not found');
    await record({
      action: 'plan.changed',
      target: { kind: 'project', id: projectId, name: changed.name },
      details: { from: changed.before, to: plan },
    });
  });
}

/** Puts a project on a plan; undefined if there is no such project. In a transaction. */
export async function setPlan(
  db: Db,
  plans: Plans,
  projectId: string,
  plan: string,
): Promise<{ name: string; before: string } | undefined> {
  checkPlanId(plans, plan);
  const before = await db
    .selectFrom('projects')
    .select(['name', 'plan'])
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) return undefined;
  await db
    .updateTable('projects')
    .set({ plan, updated_at: new Date() })
    .where('id', '=', projectId)
    .execute();
  return { name: before.name, before: before.plan };
}
