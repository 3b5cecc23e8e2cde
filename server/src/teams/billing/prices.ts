import { finding } from '@fairlead/contract/finding';
import { Problem } from '#platform/lib/Problem.ts';
import type { Plans } from '../plans/readPlans.ts';

export type BillingPeriod = 'monthly' | 'yearly';
const BILLING_PERIODS = ['monthly', 'yearly'] as const;

/** What a price at the provider buys; undefined for one that is not in the catalogue. */
export function findBought(
  plans: Plans,
  priceId: string | null,
): { readonly plan: string; readonly billingPeriod: BillingPeriod } | undefined {
  if (priceId === null) return undefined;
  for (const plan of plans.catalogue) {
    for (const billingPeriod of BILLING_PERIODS) {
      if (plan[billingPeriod].paymentPriceId === priceId) return { plan: plan.id, billingPeriod };
    }
  }
  return undefined;
}

/** The provider's price for a plan. VALIDATION_ERROR for a plan that does not exist or has no such price. */
export function getPrice(plans: Plans, planId: string, period: BillingPeriod): string {
  const plan = plans.catalogue.find(({ id }) => id === planId);
  if (!plan) {
    const message = `plan must be one of: ${plans.catalogue.map(({ id }) => id).join(', ')}`;
    throw new Problem('VALIDATION_ERROR', finding('plan', 'not_allowed', message));
  }
  const { paymentPriceId } = plan[period];
  if (paymentPriceId === undefined) {
    const message = `plan ${plan.id} cannot be bought with ${period} billing`;
    throw new Problem('VALIDATION_ERROR', finding('plan', 'not_allowed', message));
  }
  return paymentPriceId;
}

/** The plan of projects that do not pay: `free`, or the first of a catalogue without one. */
export function getFreePlan(plans: Plans): string {
  const [first, ...others] = plans.catalogue;
  if (first === undefined) throw new Error('The plan catalogue is empty');
  return others.some(({ id }) => id === 'free') ? 'free' : first.id;
}
