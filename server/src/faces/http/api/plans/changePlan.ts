import { operations } from '@fairlead/contract';
import { changePlan } from '#teams/plans/changePlan.ts';
import { route } from '../../routing/route.ts';

export const changePlanRoute = route(operations.changePlan, async ({ app, params, body }) => {
  const projectId = params.projectId.toLowerCase();
  await changePlan(app.db, app.plans, projectId, body.plan);
  return { status: 200, body: { projectId, plan: body.plan } };
});
