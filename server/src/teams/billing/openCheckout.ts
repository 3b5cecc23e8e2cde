import { createHash } from 'node:crypto';
import type { User } from '../accounts/users/User.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Billing } from '#platform/ports/Billing.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Plans } from '../plans/readPlans.ts';
import type { Project } from '../projects/Project.ts';
import { type BillingPeriod, getPrice, getFreePlan } from './prices.ts';
import { findSubscription, isLive, type Subscription } from './Subscription.ts';

interface Dependencies {
  readonly db: Db;
  readonly plans: Plans;
  readonly billing: Billing;
}

interface CheckoutInput {
  readonly plan: string;
  readonly billingPeriod: BillingPeriod;
}

/** Two clicks on the button within this time open one checkout. */
const SAME_CHECKOUT_MS = 10 * 60 * 1000;

/**
 * The provider's page for choosing a plan: a checkout if the project does not pay yet, else the portal,
 * which changes or ends the subscription. A project never pays twice. `page` is ours.
 */
export async function openCheckout(
  { db, plans, billing }: Dependencies,
  project: Project,
  user: Pick<User, 'email'>,
  input: CheckoutInput,
  page: URL,
): Promise<string> {
  const subscription = await findSubscription(db, project);
  if (subscription && isLive(subscription)) {
    return openChange({ plans, billing }, subscription, input, pageAfter(page, 'returned'));
  }
  const checkout = {
    projectId: project.id,
    projectName: project.name,
    priceId: getPrice(plans, input.plan, input.billingPeriod),
    customerId: subscription?.customerId,
    email: user.email,
    successUrl: pageAfter(page, 'paid', input.plan),
    cancelUrl: pageAfter(page, 'cancelled'),
  };
  return billing.openCheckout({ ...checkout, idempotencyKey: keyOf(checkout, subscription) });
}

/** What a checkout becomes for a project that already pays. */
async function openChange(
  { plans, billing }: Omit<Dependencies, 'db'>,
  { id: subscriptionId, customerId, itemId, plan, billingPeriod }: Subscription,
  input: CheckoutInput,
  returnUrl: string,
): Promise<string> {
  if (input.plan === getFreePlan(plans)) {
    return billing.openPortal(customerId, returnUrl, { kind: 'cancel', subscriptionId });
  }
  const priceId = getPrice(plans, input.plan, input.billingPeriod);
  if (plan === input.plan && billingPeriod === input.billingPeriod) {
    throw new Problem('CONFLICT', `The project pays for the plan ${input.plan} already`);
  }
  return itemId === null
    ? billing.openPortal(customerId, returnUrl, { kind: 'overview' })
    : billing.openPortal(customerId, returnUrl, {
        kind: 'change',
        subscriptionId,
        itemId,
        priceId,
      });
}

/** The page for managing the subscription. CONFLICT for a project that has never been paid for. */
export async function openPortal(
  { db, billing }: Omit<Dependencies, 'plans'>,
  project: Project,
  page: URL,
): Promise<string> {
  const subscription = await findSubscription(db, project);
  if (!subscription) {
    throw new Problem('CONFLICT', 'Nobody has paid for this project yet; choose a plan first');
  }
  return billing.openPortal(subscription.customerId, pageAfter(page, 'returned'), {
    kind: 'overview',
  });
}

function pageAfter(page: URL, billing: string, plan?: string): string {
  const url = new URL(page);
  url.searchParams.set('billing', billing);
  if (plan !== undefined) url.searchParams.set('plan', plan);
  return url.href;
}

/** The provider refuses a key sent with different values, so the key is derived from all of them. */
function keyOf(checkout: object, subscription: Subscription | undefined): string {
  const bucket = Math.floor(Date.now() / SAME_CHECKOUT_MS);
  return createHash('sha256')
    .update(JSON.stringify([checkout, subscription?.eventAt ?? null, bucket]))
    .digest('base64url');
}
