import { operations } from '@fairlead/contract';
import { getFreePlan } from '#teams/billing/prices.ts';
import { findSubscription } from '#teams/billing/Subscription.ts';
import { getUsage } from '#teams/plans/getUsage.ts';
import { route } from '../../routing/route.ts';
import { renderBilling, renderOffer } from '../../views/planUsageView.ts';

export const getPlanUsageRoute = route(operations.getPlanUsage, async ({ app, caller }) => {
  const [{ plan, limits, month }, subscription] = await Promise.all([
    getUsage(app.db, app.plans, caller.project),
    findSubscription(app.db, caller.project),
  ]);
  const checkout = app.billing !== undefined;
  const freePlan = getFreePlan(app.plans);
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
      checkout,
      sold: app.plans.sold,
      plans: app.plans.sold
        ? app.plans.catalogue.map((offer) => renderOffer(offer, freePlan, checkout))
        : [],
      billing: subscription ? renderBilling(subscription) : null,
    },
  };
});
