import type { Plan } from '@fairlead/contract/resources';
import type { Static } from '@sinclair/typebox';
import type { PlanEntry } from '#teams/plans/readPlans.ts';

export function renderPlan(
  entry: PlanEntry,
  billingPeriod: 'monthly' | 'yearly',
): Static<typeof Plan> {
  const price = entry[billingPeriod];
  return {
    name: entry.name,
    priceId: price.priceId,
    paymentPriceId: price.paymentPriceId ?? null,
    price: renderPrice(entry, billingPeriod),
    period: billingPeriod === 'monthly' ? '/month' : '/year',
    billingPeriod,
    yearlyDiscount: entry.yearly.discount ?? null,
    features: entry.features,
    limits: entry.limits,
    hasOverage: entry.overageRatePer1k !== null,
    overageRatePer1k: entry.overageRatePer1k,
  };
}

/** `$49`, `€4.50`. */
export function renderPrice(entry: PlanEntry, billingPeriod: 'monthly' | 'yearly'): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: entry.currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(entry[billingPeriod].amount);
}
