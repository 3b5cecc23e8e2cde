import { sql, type Kysely } from 'kysely';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Db } from '#platform/db/Db.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import type { Database } from '#platform/db/schema.ts';
import type { BilledSubscription, BillingEvent } from '#platform/ports/Billing.ts';
import { setPlan } from '../plans/changePlan.ts';
import type { Plans } from '../plans/readPlans.ts';
import type { Project } from '../projects/Project.ts';
import { findBought, getFreePlan } from './prices.ts';
import { findSubscription, isLive, type Subscription } from './Subscription.ts';

/** The result of an event. */
export type Applied =
  | {
      readonly outcome: 'applied';
      readonly projectId: string;
      /** False: the catalogue has no plan with that price, so the plan stays as it is. */
      readonly priceKnown: boolean;
      /** Two subscriptions pay for the project: someone completed two checkouts. */
      readonly paidTwice: boolean;
    }
  /** Already received; not about a project of ours; a newer one came first. */
  | { readonly outcome: 'repeated' | 'foreign' | 'outdated' };

/** Ids are kept for longer than the provider resends events. */
const KEPT_DAYS = 60;

/**
 * Applies an event: the plan, the stored subscription, the event's id and the audit log entry change in
 * one transaction or not at all. Events may arrive twice, in any order and simultaneously.
 */
export function applyBillingEvent(
  db: Kysely<Database>,
  plans: Plans,
  event: BillingEvent,
): Promise<Applied> {
  return inTransaction(db, async (tx) => {
    if (!(await recordEvent(tx, event))) return { outcome: 'repeated' };
    const { subject } = event;
    const project = subject && (await lockProject(tx, subject.projectId));
    if (!subject || !project) return { outcome: 'foreign' };
    const before = await findSubscription(tx, project);
    if (before && !isNews(before, event, subject.subscription)) return { outcome: 'outdated' };
    const after = subscriptionAfter(plans, before, event, subject.subscription);
    await keepSubscription(tx, project, after);
    const paid = entitledPlan(plans, after);
    // A plan set by the operator stays until the subscription changes to another plan.
    if (paid !== undefined && paid !== entitledPlan(plans, before)) {
      await putOnPlan(tx, plans, project, paid, after.status);
    }
    const { priceId } = subject.subscription;
    const priceKnown = priceId === null || findBought(plans, priceId) !== undefined;
    const paidTwice = before !== undefined && before.id !== after.id && isLive(before);
    return { outcome: 'applied', projectId: project.id, priceKnown, paidTwice };
  });
}

function subscriptionAfter(
  plans: Plans,
  before: Subscription | undefined,
  event: BillingEvent,
  billed: BilledSubscription,
): Subscription {
  // A price that is no longer in the catalogue keeps paying for what it paid for.
  const { plan = null, billingPeriod = null } = findBought(plans, billed.priceId) ?? before ?? {};
  return { ...billed, plan, billingPeriod, eventAt: event.createdAt, eventType: event.type };
}

/** False if the event has been applied before; waits for one that is being applied. */
async function recordEvent(tx: Db, { id, type }: BillingEvent): Promise<boolean> {
  await sql`
    delete from billing_events where received_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    tx,
  );
  const row = await tx
    .insertInto('billing_events')
    .values({ id, type })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Events of one project are applied one after another. */
function lockProject(tx: Db, id: string): Promise<Pick<Project, 'id' | 'name'> | undefined> {
  return tx
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Within one second, the only order is that of a subscription's life. */
const LIFE = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.subscription.created',
  'customer.subscription.updated',
];
const OWN_EVENTS = LIFE.indexOf('customer.subscription.created');
const ENDED: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

function isNews(before: Subscription, event: BillingEvent, reported: BilledSubscription): boolean {
  const age = event.createdAt.getTime() - before.eventAt.getTime();
  if (reported.id === before.id) {
    // A subscription that has ended never becomes active again: that would be a new one.
    if (ENDED.has(before.status) || age < 0) return false;
    // The subscription's own events take precedence over the checkout that created it.
    if (stageOf(event.type) < OWN_EVENTS && isLive(before)) return false;
    return age > 0 || stageOf(event.type) >= stageOf(before.eventType);
  }
  // Another subscription takes over if it pays, or if the previous one no longer does.
  return age >= 0 && (isLive(reported) || !isLive(before));
}

function stageOf(type: string): number {
  const stage = LIFE.indexOf(type);
  return stage < 0 ? LIFE.length : stage;
}

async function keepSubscription(
  tx: Db,
  project: Pick<Project, 'id'>,
  subscription: Subscription,
): Promise<void> {
  const values = {
    customer_id: subscription.customerId,
    subscription_id: subscription.id,
    item_id: subscription.itemId,
    plan: subscription.plan,
    billing_period: subscription.billingPeriod,
    status: subscription.status,
    period_end: subscription.periodEnd,
    ends_at: subscription.endsAt,
    event_at: subscription.eventAt,
    event_type: subscription.eventType,
  };
  await tx
    .insertInto('subscriptions')
    .values({ project_id: project.id, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute();
}

/** The plan that a subscription pays for; undefined if the catalogue does not know it. */
function entitledPlan(plans: Plans, subscription: Subscription | undefined): string | undefined {
  if (!subscription || !isLive(subscription)) return getFreePlan(plans);
  return subscription.plan !== null && plans.byId.has(subscription.plan)
    ? subscription.plan
    : undefined;
}

async function putOnPlan(
  tx: Db,
  plans: Plans,
  { id, name }: Pick<Project, 'id' | 'name'>,
  plan: string,
  status: string,
): Promise<void> {
  const changed = await setPlan(tx, plans, id, plan);
  if (!changed || changed.before === plan) return;
  await recordAudit(
    tx,
    { id },
    { kind: 'system', name: 'Stripe' },
    {
      action: 'plan.changed',
      target: { kind: 'project', id, name },
      details: { from: changed.before, to: plan, subscription: status },
    },
  );
}
