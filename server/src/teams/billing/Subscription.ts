import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';

/** What pays for a project's plan, according to the last event. */
export interface Subscription {
  readonly id: string;
  readonly customerId: string;
  readonly itemId: string | null;
  /** Null if the catalogue has no plan with that price. */
  readonly plan: string | null;
  readonly billingPeriod: 'monthly' | 'yearly' | null;
  /** Stripe's status. */
  readonly status: string;
  readonly periodEnd: Date | null;
  readonly endsAt: Date | null;
  readonly eventAt: Date;
  readonly eventType: string;
}

/** During `past_due`, Stripe sends reminders and retries the payment: the plan stays meanwhile. */
const LIVE: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);

/** Whether a subscription with this status pays for a plan. */
export function isLive({ status }: Pick<Subscription, 'status'>): boolean {
  return LIVE.has(status);
}

/** What the provider has reported about a project, if it has ever paid. */
export async function findSubscription(
  db: Db,
  project: Pick<Project, 'id'>,
): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('project_id', '=', project.id)
    .executeTakeFirst();
  return row && readSubscription(row);
}

function readSubscription(row: Selectable<Database['subscriptions']>): Subscription {
  return {
    id: row.subscription_id,
    customerId: row.customer_id,
    itemId: row.item_id,
    plan: row.plan,
    billingPeriod: row.billing_period,
    status: row.status,
    periodEnd: row.period_end,
    endsAt: row.ends_at,
    eventAt: row.event_at,
    eventType: row.event_type,
  };
}
