import { Stripe } from 'stripe';
import type { BilledSubscription, Billing, BillingEvent, Checkout } from '../ports/Billing.ts';
import type { PortalVisit } from '../ports/Billing.ts';
import type { Log } from '../ports/Log.ts';
import { Problem } from '../lib/Problem.ts';
import { UUID_PATTERN } from '../lib/uuid.ts';

interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Base URL of Stripe's API; a loopback server in tests. */
  readonly apiUrl: URL;
  readonly log: Log;
}

/** How long someone waits after pressing the button, not counting the two retries. */
const TIMEOUT_MS = 10_000;
const REPETITIONS = 2;
/** Seconds that a signature's time may be behind our clock. */
const TOLERANCE = 300;

/** Stripe's checkout, billing portal and webhooks, using its own library. */
export function openStripe({ secretKey, webhookSecret, apiUrl, log }: StripeOptions): Billing {
  const stripe = new Stripe(secretKey, {
    protocol: apiUrl.protocol === 'http:' ? 'http' : 'https',
    host: apiUrl.hostname,
    ...(apiUrl.port !== '' && { port: apiUrl.port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: REPETITIONS,
    telemetry: false,
    appInfo: { name: 'Fairlead' },
  });
  const ask = async <R>(call: Promise<R>): Promise<R> => {
    try {
      return await call;
    } catch (error) {
      const { type, message, requestId } = error as Stripe.errors.StripeError;
      log.warn({ type, reason: message, stripeRequestId: requestId }, 'Stripe refused a call');
      throw new Problem(
        'UNAVAILABLE',
        'Stripe cannot do this now, nothing was charged; try again, or ask the operator of this server',
      );
    }
  };
  return {
    async openCheckout(checkout) {
      const { idempotencyKey } = checkout;
      const create = (known: Checkout, key: string) =>
        stripe.checkout.sessions.create(checkoutParams(known), { idempotencyKey: key });
      const { url } = await ask(
        create(checkout, idempotencyKey).catch((error: unknown) => {
          // The customer was deleted in Stripe: the next subscription creates another.
          if (!isUnknownCustomer(error)) throw error;
          return create({ ...checkout, customerId: undefined }, `${idempotencyKey}-new`);
        }),
      );
      if (url === null)
        throw new Problem('UNAVAILABLE', 'Stripe gave no page to pay on; try again');
      return url;
    },
    async openPortal(customerId, returnUrl, visit) {
      const { url } = await ask(
        stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          ...flowOf(visit),
        }),
      );
      return url;
    },
    readEvent(body, signature) {
      return readStripeEvent(verify(stripe, body, signature, webhookSecret));
    },
  };
}

/** The longest description that Stripe accepts. */
const DESCRIPTION = 500;

function checkoutParams(checkout: Checkout): Stripe.Checkout.SessionCreateParams {
  const { projectId, priceId, customerId, email } = checkout;
  return {
    mode: 'subscription',
    line_items: [{ price: priceId, quantity: 1 }],
    client_reference_id: projectId,
    metadata: { projectId, priceId },
    subscription_data: {
      description: checkout.projectName.slice(0, DESCRIPTION),
      metadata: { projectId },
    },
    ...(customerId === undefined ? { customer_email: email } : { customer: customerId }),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  };
}

function isUnknownCustomer(error: unknown): boolean {
  const { code, param } = error as { code?: string; param?: string };
  return code === 'resource_missing' && param === 'customer';
}

function flowOf(visit: PortalVisit): Pick<Stripe.BillingPortal.SessionCreateParams, 'flow_data'> {
  if (visit.kind === 'overview') return {};
  const { subscriptionId: subscription } = visit;
  if (visit.kind === 'cancel') {
    return { flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription } } };
  }
  const items = [{ id: visit.itemId, price: visit.priceId, quantity: 1 }];
  return {
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription, items },
    },
  };
}

function verify(
  stripe: Stripe,
  body: Uint8Array,
  signature: string | undefined,
  webhookSecret: string,
): Stripe.Event {
  try {
    // The bytes as received: once parsed and serialised again, they have another signature.
    return stripe.webhooks.constructEvent(
      Buffer.from(body),
      signature ?? '',
      webhookSecret,
      TOLERANCE,
    );
  } catch {
    throw new Problem(
      'VALIDATION_ERROR',
      'The header Stripe-Signature does not fit the body; check STRIPE_WEBHOOK_SECRET and the clock',
    );
  }
}

function readStripeEvent(event: Stripe.Event): BillingEvent {
  const { id, type, created } = event;
  return { id, type, createdAt: new Date(created * 1000), subject: readSubject(event) };
}

function readSubject(event: Stripe.Event): BillingEvent['subject'] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return readCheckout(event.data.object);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed': {
      const { object } = event.data;
      const projectId = projectIn(object.metadata);
      if (projectId === undefined) return undefined;
      return { projectId, subscription: readSubscription(object) };
    }
    default:
      return undefined;
  }
}

function readCheckout(session: Stripe.Checkout.Session): BillingEvent['subject'] {
  const projectId = projectIn(session.metadata);
  const id = idOf(session.subscription);
  const customerId = idOf(session.customer);
  if (projectId === undefined || id === undefined || customerId === undefined) return undefined;
  // If the bank takes days, async_payment_succeeded follows later.
  if (session.payment_status === 'unpaid') return undefined;
  const priceId = session.metadata?.['priceId'] ?? null;
  const unsaid = { itemId: null, periodEnd: null, endsAt: null };
  return { projectId, subscription: { id, customerId, priceId, status: 'active', ...unsaid } };
}

function readSubscription(subscription: Stripe.Subscription): BilledSubscription {
  const item = subscription.items?.data[0];
  // Endpoints with an older API version report the period of the whole subscription.
  const { current_period_end: former } = subscription as { current_period_end?: number };
  const periodEnd = dateOf(item?.current_period_end ?? former);
  const endsAt = subscription.cancel_at_period_end ? periodEnd : dateOf(subscription.cancel_at);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    itemId: item?.id ?? null,
    priceId: item?.price.id ?? null,
    status: subscription.status,
    periodEnd,
    endsAt,
  };
}

function projectIn(metadata: Stripe.Metadata | null | undefined): string | undefined {
  const id = metadata?.['projectId'];
  return id !== undefined && UUID_PATTERN.test(id) ? id.toLowerCase() : undefined;
}

function idOf(named: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof named === 'string' ? named : named?.id;
}

function dateOf(seconds: number | null | undefined): Date | null {
  return typeof seconds === 'number' ? new Date(seconds * 1000) : null;
}
