import type { Plan } from '@fairlead/contract/resources';
import type { Static } from '@sinclair/typebox';
import type { PlanEntry } from '../../plans/readPlans.ts';

export function renderPlan(
  entry: PlanEntry,
  billingPeriod: 'monthly' | 'yearly',
): Static<typeof Plan> {
  const price = entry[billingPeriod];
  const money = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: entry.currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return {
    name: entry.name,
    priceId: price.priceId,
    paymentPriceId: price.paymentPriceId ?? null,
    price: money.format(price.amount),
    period: billingPeriod === 'monthly' ? '/month' : '/year',
    billingPeriod,
    yearlyDiscount: entry.yearly.discount ?? null,
    features: entry.features,
    limits: entry.limits,
    hasOverage: entry.overageRatePer1k !== null,
    overageRatePer1k: entry.overageRatePer1k,
  };
}
