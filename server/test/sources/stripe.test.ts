import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Stripe } from 'stripe';
import {
  assertRefused,
  changed,
  deliver,
  newSource,
  type Sourced,
  storedOf,
  sumsOf,
} from './callers.ts';

const SECRET = 'whsec_of_a_source';
const { webhooks } = new Stripe('sk_none');
const open = (testOnly = false) => newSource('stripe', { secret: SECRET, testOnly });

/** Events in the form of Stripe's reference: https://docs.stripe.com/api/events/object. */
function newEvent(id: string, type: string, object: object, more: object = {}): string {
  return JSON.stringify({
    id: `evt_${id}`,
    object: 'event',
    api_version: '2025-09-30.clover',
    created: Date.UTC(2026, 0, 2) / 1000,
    livemode: true,
    type,
    data: { object, ...more },
  });
}

const headersOf = (payload: string, timestamp = Math.floor(Date.now() / 1000)) => ({
  'stripe-signature': webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp }),
});

async function send(source: Sourced, ...events: readonly string[]): Promise<void> {
  for (const event of events) assert.equal(await deliver(source, event, headersOf(event)), 200);
}

const payment = newEvent('1', 'checkout.session.completed', {
  id: 'cs_1',
  object: 'checkout.session',
  mode: 'payment',
  payment_status: 'paid',
  amount_total: 1999,
  currency: 'eur',
  client_reference_id: 'customer-42',
  customer: 'cus_1',
  payment_intent: 'pi_1',
});
const charge = {
  id: 'ch_1',
  object: 'charge',
  currency: 'eur',
  customer: 'cus_1',
  payment_intent: 'pi_1',
};
const firstRefund = newEvent(
  '2',
  'charge.refunded',
  { ...charge, amount: 1999, amount_refunded: 500 },
  { previous_attributes: { amount_refunded: 0 } },
);
const secondRefund = newEvent(
  '3',
  'charge.refunded',
  { ...charge, amount: 1999, amount_refunded: 1999 },
  { previous_attributes: { amount_refunded: 500 } },
);
const subscribed = newEvent('4', 'checkout.session.completed', {
  id: 'cs_2',
  mode: 'subscription',
  payment_status: 'paid',
  amount_total: 900,
  currency: 'eur',
  client_reference_id: 'customer-43',
  subscription: 'sub_1',
});
const invoice = {
  id: 'in_1',
  object: 'invoice',
  amount_paid: 900,
  currency: 'eur',
  customer: 'cus_2',
  billing_reason: 'subscription_create',
  parent: { type: 'subscription_details', subscription_details: { subscription: 'sub_1' } },
};

describe('Stripe', () => {
  test('a payment and its refunds in parts add up, repeated and out of order', async () => {
    const source = await open();
    await send(source, secondRefund, payment, firstRefund, payment, secondRefund);
    assert.deepEqual(await sumsOf(source), { EUR: 0 });
    const stored = await storedOf(source);
    assert.deepEqual(
      stored.map(({ id, name, amount, customer }) => [id, name, amount, customer]),
      [
        ['stripe:evt_1', 'PURCHASE', 1999, 'customer-42'],
        ['stripe:evt_2', 'REFUND', -500, null],
        ['stripe:evt_3', 'REFUND', -1499, null],
      ],
    );
    assert.ok(stored.every(({ transaction }) => transaction === 'pi_1'));
    assert.equal(stored[0]?.at, '2026-01-02T00:00:00.000Z');
  });

  test('a subscription counts its invoices once, and belongs to whom its checkout names', async () => {
    const source = await open();
    const former = { ...invoice, parent: null, subscription: { id: 'sub_1' }, id: 'in_2' };
    await send(
      source,
      newEvent('5', 'invoice.paid', invoice),
      subscribed,
      newEvent('6', 'invoice.paid', { ...former, billing_reason: 'subscription_cycle' }),
      newEvent('7', 'customer.subscription.deleted', { id: 'sub_1', customer: 'cus_2' }),
    );
    assert.deepEqual(await sumsOf(source), { EUR: 1800 });
    const stored = await storedOf(source);
    assert.deepEqual(
      stored.map(({ name, customer, transaction }) => [name, customer, transaction]),
      [
        ['CHECKOUT', 'customer-43', 'sub_1'],
        ['PURCHASE', null, 'sub_1'],
        ['RENEWAL', null, 'sub_1'],
        ['CANCELLATION', null, 'sub_1'],
      ],
    );
  });

  test('invoices of no subscription, and types that nobody needs, are ignored', async () => {
    const source = await open();
    const { parent: _, ...alone } = invoice;
    await send(
      source,
      newEvent('8', 'invoice.paid', { ...alone, billing_reason: 'manual' }),
      newEvent('9', 'invoice.paid', { ...invoice, amount_paid: 0 }),
      newEvent('10', 'refund.created', { id: 're_1', amount: 500, currency: 'eur' }),
      newEvent('11', 'charge.succeeded', charge),
    );
    assert.deepEqual(await storedOf(source), []);
  });

  test('amounts follow Stripe where it differs from ISO 4217', async () => {
    const source = await open();
    const of = (id: string, currency: string, amount_total: number) =>
      newEvent(id, 'checkout.session.completed', {
        id,
        mode: 'payment',
        payment_status: 'paid',
        amount_total,
        currency,
      });
    await send(
      source,
      of('a', 'jpy', 500),
      of('b', 'isk', 50_000),
      of('c', 'mga', 7),
      of('d', 'kwd', 1230),
    );
    assert.deepEqual(await sumsOf(source), { JPY: 500, ISK: 500, MGA: 700, KWD: 1230 });
  });

  test('a trial starts, and a subscription without a checkout has the id of Stripe', async () => {
    const source = await open();
    const object = { id: 'sub_2', customer: 'cus_3' };
    await send(
      source,
      newEvent('12', 'customer.subscription.created', { ...object, status: 'trialing' }),
      newEvent('13', 'customer.subscription.created', {
        ...object,
        status: 'active',
        metadata: { customerId: 'mine' },
      }),
    );
    assert.deepEqual(
      (await storedOf(source)).map(({ name, customer }) => [name, customer]),
      [
        ['START_TRIAL', 'cus_3'],
        ['SUBSCRIBE', 'mine'],
      ],
    );
  });

  test('401: one byte of body or signature changed, an old signature, none', async () => {
    const headers = headersOf(payment);
    const signature = headers['stripe-signature'];
    await assertRefused(await open(), [
      { body: payment.replace('1999', '1998'), headers },
      { body: `${payment} `, headers },
      { body: payment, headers: { 'stripe-signature': changed(signature, signature.length - 1) } },
      { body: payment, headers: { 'stripe-signature': changed(signature, 5) } },
      { body: payment, headers: headersOf(payment, Math.floor(Date.now() / 1000) - 600) },
      { body: payment },
    ]);
  });

  test('the test mode, and a source of tests, are left out of numbers', async () => {
    const source = await open();
    await send(source, payment.replace('"livemode":true', '"livemode":false'));
    const tests = await open(true);
    await send(tests, payment);
    for (const each of [source, tests]) {
      assert.deepEqual(await sumsOf(each), {});
      assert.equal((await storedOf(each))[0]?.test, true);
    }
  });

  test('400: what is no event of Stripe', async () => {
    const source = await open();
    for (const body of ['{}', '[]', 'no JSON']) {
      assert.equal(await deliver(source, body, headersOf(body)), 400, body);
    }
  });
});
