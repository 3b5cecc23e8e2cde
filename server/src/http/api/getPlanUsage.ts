import { operations } from '@fairlead/contract';
import { getUsage } from '../../plans/getUsage.ts';
import { route } from '../route.ts';

export const getPlanUsage = route(operations.getPlanUsage, async ({ app, caller }) => {
  const { plan, limits, month } = await getUsage(app.db, app.plans, caller.project);
  return {
    status: 200,
    body: {
      plan: {
        id: plan.id,
        name: plan.name,
        features: plan.features,
        exports: plan.limits.exports,
        clickRetentionDays: plan.limits.clickRetentionDays,
        overageRatePer1k: plan.overageRatePer1k,
      },
      usage: limits,
      periodStart: `${month}T00:00:00.000Z`,
      checkout: false,
    },
  };
});
