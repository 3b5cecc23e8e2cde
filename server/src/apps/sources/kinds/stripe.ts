import type { AppEvent } from '@fairlead/contract/eventResources';
import { Type } from '@sinclair/typebox';
import { at, eventOf, known, notOf, parseContent, textAt, timeOf } from '../readContent.ts';
import { revenueOf } from '../revenue.ts';
import { notSigned } from '../signatures.ts';
import type { SourceKind } from '../SourceKind.ts';

const settings = Type.Object({}, { additionalProperties: false });

/** Seconds that a signature's time may be behind our clock. */
const TOLERANCE = 300;

/** Stripe's webhooks, of any version of its API. */
export const stripe: SourceKind<typeof settings> = {
  settings,
  takesSecret: true,
  async verify({ body, header }, _settings, secret) {
    // Takes a while to load, and few servers have such a source.
    const { Stripe } = await import('stripe');
    try {
      const signature = header('stripe-signature') ?? '';
      await Stripe.webhooks.constructEventAsync(body, signature, secret, TOLERANCE);
    } catch (error) {
      // What is signed is parsed by the library too, and is none of ours to explain if it cannot be.
      if (error instanceof SyntaxError) return parseContent(body);
      throw notSigned('check the signing secret of this source and the clock of this server');
    }
    return parseContent(body);
  },
  read(content) {
    const id = textAt(content, 'id');
    const type = textAt(content, 'type');
    if (id === undefined || type === undefined) throw notOf('Stripe', 'id or type');
    const object = at(content, 'data.object');
    const found = READERS[type]?.(object, at(content, 'data.previous_attributes'));
    if (found === undefined) return { events: [] };
    const { properties, ...fields } = found;
    const event = eventOf({
      eventId: id,
      at: timeOf(Number(at(content, 'created')) * 1000),
      ...fields,
      properties: known({
        type,
        object: textAt(object, 'id'),
        stripeCustomer: idAt(object, 'customer'),
        ...properties,
      }),
      test: at(content, 'livemode') === false,
    });
    return { events: [event] };
  },
};

type Found = Pick<AppEvent, 'name'> & {
  readonly [K in 'customerId' | 'revenue' | 'transactionId' | 'properties']?:
    | AppEvent[K]
    | undefined;
};

/**
 * Each payment counts once. One for a subscription is its invoice, and its checkout only tells who it is; any other payment is its
 * checkout, and its invoice is ignored. Refunds are `charge.refunded`, which `refund.created` would repeat, less what was refunded before.
 */
const READERS: Readonly<Record<string, (object: unknown, previous: unknown) => Found | undefined>> =
  {
    'checkout.session.completed': readCheckout,
    'checkout.session.async_payment_succeeded': readCheckout,
    'invoice.paid': readInvoice,
    'charge.refunded': readRefund,
    'customer.subscription.created': (object) => ({
      name: at(object, 'status') === 'trialing' ? 'START_TRIAL' : 'SUBSCRIBE',
      customerId: textAt(object, 'metadata.customerId') ?? idAt(object, 'customer'),
      transactionId: textAt(object, 'id'),
    }),
    'customer.subscription.deleted': (object) => ({
      name: 'CANCELLATION',
      customerId: textAt(object, 'metadata.customerId'),
      transactionId: textAt(object, 'id'),
    }),
  };

function readCheckout(session: unknown): Found {
  const subscription = idAt(session, 'subscription');
  const isPaid = at(session, 'payment_status') === 'paid' && at(session, 'mode') === 'payment';
  return {
    name: isPaid ? 'PURCHASE' : 'CHECKOUT',
    customerId:
      textAt(session, 'client_reference_id') ??
      textAt(session, 'metadata.customerId') ??
      idAt(session, 'customer'),
    revenue: isPaid ? moneyOf(session, at(session, 'amount_total')) : undefined,
    transactionId: subscription ?? idAt(session, 'payment_intent') ?? textAt(session, 'id'),
  };
}

function readInvoice(invoice: unknown): Found | undefined {
  // Where the subscription is depends on the version of the API.
  const details = at(invoice, 'parent.subscription_details');
  const subscription = idAt(invoice, 'subscription') ?? idAt(details, 'subscription');
  const revenue = moneyOf(invoice, at(invoice, 'amount_paid'));
  if (subscription === undefined || revenue === undefined) return undefined;
  const renewed = at(invoice, 'billing_reason') === 'subscription_cycle';
  return {
    name: renewed ? 'RENEWAL' : 'PURCHASE',
    // Without one, it is whoever the checkout of the subscription names.
    customerId:
      textAt(details, 'metadata.customerId') ??
      textAt(invoice, 'subscription_details.metadata.customerId'),
    revenue,
    transactionId: subscription,
    properties: known({ reason: textAt(invoice, 'billing_reason') }),
  };
}

function readRefund(charge: unknown, previous: unknown): Found {
  const before = Number(at(previous, 'amount_refunded') ?? 0);
  const refunded = Number(at(charge, 'amount_refunded') ?? 0) - before;
  return {
    name: 'REFUND',
    customerId: textAt(charge, 'metadata.customerId'),
    revenue: moneyOf(charge, -refunded),
    transactionId: idAt(charge, 'payment_intent') ?? textAt(charge, 'id'),
  };
}

/** Decimals that Stripe's amounts have where ISO 4217 has others. */
const DECIMALS: Readonly<Record<string, number>> = { ISK: 2, MGA: 0, UGX: 2 };

function moneyOf(object: unknown, amount: unknown): AppEvent['revenue'] {
  const currency = textAt(object, 'currency')?.toUpperCase();
  if (currency === undefined) return undefined;
  return revenueOf(amount, currency, DECIMALS[currency] ?? 'minor');
}

/** Of an object that is there as a whole or as its id alone. */
function idAt(object: unknown, path: string): string | undefined {
  return textAt(object, path) ?? textAt(object, `${path}.id`);
}
