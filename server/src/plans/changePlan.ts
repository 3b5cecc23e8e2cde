import { finding } from '@fairlead/contract/finding';
import type { Db } from '../db/Db.ts';
import { Problem } from '../lib/Problem.ts';
import type { Plans } from './readPlans.ts';

/** Puts a project on a plan of the catalogue; undefined when there is no such project. */
export async function changePlan(
  db: Db,
  plans: Plans,
  projectId: string,
  plan: string,
): Promise<{ name: string; before: string } | undefined> {
  if (!plans.has(plan)) {
    const message = `plan must be one of: ${[...plans.keys()].join(', ')}`;
    throw new Problem('VALIDATION_ERROR', finding('plan', 'not_allowed', message));
  }
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
