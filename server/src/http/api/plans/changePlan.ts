import { operations } from '@fairlead/contract';
import { recordAudit } from '../../../audit/recordAudit.ts';
import { Problem } from '../../../lib/Problem.ts';
import { changePlan } from '../../../plans/changePlan.ts';
import { route } from '../../routing/route.ts';

export const changePlanRoute = route(operations.changePlan, async ({ app, params, body }) => {
  const { projectId } = params;
  await app.db.transaction().execute(async (tx) => {
    const changed = await changePlan(tx, app.plans, projectId, body.plan);
    if (!changed) throw new Problem('NOT_FOUND', 'Project not found');
    await recordAudit(
      tx,
      { id: projectId },
      { kind: 'operator' },
      {
        action: 'plan.changed',
        target: { kind: 'project', id: projectId, name: changed.name },
        details: { from: changed.before, to: body.plan },
      },
    );
  });
  app.lookups.apply(`project ${projectId.toLowerCase()}`);
  return { status: 200, body: { projectId: projectId.toLowerCase(), plan: body.plan } };
});
