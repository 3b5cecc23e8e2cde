import { operations } from '@fairlead/contract';
import { route } from '../../routing/route.ts';
import { renderPlan } from '../../views/planView.ts';

export const listPlansRoute = route(operations.listPlans, async ({ app, query }) => ({
  status: 200,
  body: {
    plans: app.plans.catalogue.map((plan) => renderPlan(plan, query.billingPeriod ?? 'monthly')),
  },
}));
