export { changePlanRoute } from './changePlan.ts';
export { getPlanUsageRoute } from './getPlanUsage.ts';
export { listPlansRoute } from './listPlans.ts';
export { openBillingPortalRoute } from './openBillingPortal.ts';
export { openCheckoutRoute } from './openCheckout.ts';
export { receiveStripeEventRoute } from './receiveStripeEvent.ts';
