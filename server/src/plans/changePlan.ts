import type { Db } from '../db/Db.ts';
import { checkPlanId, type Plans } from './readPlans.ts';

/** Puts a project on a plan; undefined when there is no such project. */
export async function changePlan(
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
