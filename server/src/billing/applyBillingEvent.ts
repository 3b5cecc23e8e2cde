import { sql, type Kysely } from 'kysely';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Db } from '../db/Db.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import type { BilledSubscription, BillingEvent } from '../lib/Billing.ts';
import { setPlan } from '../plans/changePlan.ts';
import type { Plans } from '../plans/readPlans.ts';
import type { Project } from '../projects/Project.ts';
import { findBought, getFreePlan } from './prices.ts';
import { findSubscription, isLive, type Subscription } from './Subscription.ts';

/** What became of an event. */
export type Applied =
  | {
      readonly outcome: 'applied';
      readonly projectId: string;
      /** False: the catalogue has no plan of that price, so the plan stays as it is. */
      readonly priceKnown: boolean;
      /** Two subscriptions pay for the project: someone went through two checkouts. */
      readonly paidTwice: boolean;
    }
  /** Came before; tells nothing of ours; a newer one came first. */
  | { readonly outcome: 'repeated' | 'foreign' | 'outdated' };

/** Ids are kept for longer than the provider sends an event again. */
const KEPT_DAYS = 60;

/**
 * Takes an event: the plan, what is known of the subscription, the id of the event and the entry of the
 * audit log change in one transaction or not at all. Events may come twice, in any order and together.
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
    const bought = findBought(plans, subject.subscription.priceId);
    const after: Subscription = {
      ...subject.subscription,
      // A price that the catalogue has lost pays on for what it paid for.
      plan: bought?.plan ?? before?.plan ?? null,
      billingPeriod: bought?.billingPeriod ?? before?.billingPeriod ?? null,
      eventAt: event.createdAt,
      eventType: event.type,
    };
    await keepSubscription(tx, project, after);
    const paid = entitledPlan(plans, after);
    // What the operator has set by hand stands until the subscription comes to something else.
    if (paid !== undefined && paid !== entitledPlan(plans, before)) {
      await putOnPlan(tx, plans, project, paid, after.status);
    }
    const priceKnown = bought !== undefined || subject.subscription.priceId === null;
    const paidTwice = before !== undefined && before.id !== after.id && isLive(before);
    return { outcome: 'applied', projectId: project.id, priceKnown, paidTwice };
  });
}

/** False when the event has been taken before; one that is being taken is waited for. */
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

/** Events of one project are taken one after the other. */
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

function isNews(before: Subscription, event: BillingEvent, told: BilledSubscription): boolean {
  const age = event.createdAt.getTime() - before.eventAt.getTime();
  if (told.id === before.id) {
    // What has ended never lives again: it would be a new subscription.
    if (ENDED.has(before.status) || age < 0) return false;
    // The subscription's own events say more than the checkout that it came from.
    if (stageOf(event.type) < OWN_EVENTS && isLive(before)) return false;
    return age > 0 || stageOf(event.type) >= stageOf(before.eventType);
  }
  // Another subscription takes over when it pays, or when the one before pays no more.
  return age >= 0 && (isLive(told) || !isLive(before));
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

/** The plan that a subscription pays for; undefined where the catalogue does not know. */
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
