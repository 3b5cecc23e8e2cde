import type { OfferedPlan, PlanBilling } from '@fairlead/contract/operations/dashboard/plan';
import { isLive, type Subscription } from '#teams/billing/Subscription.ts';
import type { PlanEntry } from '#teams/plans/readPlans.ts';
import { renderPrice } from './planView.ts';

/** A plan as the dashboard offers it; `sells` says whether payment is set up. */
export function renderOffer(plan: PlanEntry, freePlan: string, sells: boolean): OfferedPlan {
  const { id, name, features } = plan;
  const offer = (period: 'monthly' | 'yearly') => ({
    price: renderPrice(plan, period),
    discount: plan[period].discount ?? null,
    sold: sells && plan[period].paymentPriceId !== undefined,
  });
  const unpaid = id === freePlan;
  return { id, name, features, monthly: offer('monthly'), yearly: offer('yearly'), unpaid };
}

export function renderBilling(subscription: Subscription): PlanBilling {
  const { status, plan, billingPeriod, periodEnd, endsAt } = subscription;
  return {
    live: isLive(subscription),
    status,
    plan,
    billingPeriod,
    periodEnd: periodEnd?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  };
}
