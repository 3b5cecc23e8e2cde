import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { newId } from '#platform/lib/uuid.ts';
import { awayFromTurn } from '../../support/awayFromTurn.ts';
import { eventOf, PRICES, sign, subscriptionOf } from '../../support/outside/openStripeServer.ts';
import { newLink, newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf } from '../../support/callers/person.ts';
import { type RawReply, send } from '../../support/callers/request.ts';
import { useSellingServer } from '../../support/callers/sellingServer.ts';
import { useServer } from '../../support/useServer.ts';

const { getPlanUsage, openCheckout, openBillingPortal, listAuditEntries, deleteProject } =
  operations;

const PRO = { plan: 'pro', billingPeriod: 'monthly' } as const;
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** A free project on the server that sells plans, and its owner. */
async function newBuyer() {
  const { server, stripe } = await useSellingServer();
  const project = await newProject({ plan: 'free' }, server);
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  const planOf = async () => bodyOf(await owner.call(getPlanUsage, { params }), 200);
  const checkout = async (body: { plan: string; billingPeriod: 'monthly' | 'yearly' } = PRO) =>
    bodyOf(await owner.call(openCheckout, { params, body }), 200).url;
  return { stripe, project, owner, params, planOf, checkout };
}

/** A project that has bought the plan pro. */
async function newPayer() {
  const buyer = await newBuyer();
  const paid = await buyer.stripe.complete((await buyer.checkout()).split('/').at(-1) ?? '');
  // Of all of them the same: events are told apart by their seconds, however long the test takes.
  const paidAt = nowSeconds();
  /** An event of its subscription so many seconds after the payment. */
  const tell = (type: string, change: Record<string, unknown> = {}, after = 0, id?: string) =>
    buyer.stripe.send({
      type: `customer.subscription.${type}`,
      object: subscriptionOf(paid, change),
      created: paidAt + after,
      ...(id !== undefined && { id }),
    });
  return { ...buyer, paid, tell };
}

const priced = (price: string) => ({
  items: { data: [{ id: 'si_1', current_period_end: nowSeconds() + 3600, price: { id: price } }] },
});

async function postEvent(body: string, headers: Record<string, string>): Promise<RawReply> {
  const { server } = await useSellingServer();
  return send({
    method: 'POST',
    path: '/api/v1/webhooks/stripe',
    port: server.port,
    headers: { host: 'api.test:3000', 'content-type': 'application/json', ...headers },
    body,
  });
}

describe('checkout', () => {
  test('a completed payment changes the plan and is in the audit log', async () => {
    const { stripe, project, owner, params, planOf, checkout } = await newBuyer();
    const before = await planOf();
    assert.equal(before.checkout, true);
    assert.equal(before.billing, null);
    assert.deepEqual(
      before.plans.map(({ id, monthly, yearly, unpaid }) => [
        id,
        monthly.sold,
        yearly.sold,
        unpaid,
      ]),
      [
        ['free', false, false, true],
        ['pro', true, true, false],
        ['business', true, false, false],
      ],
    );
    const url = await checkout();
    const form = stripe.calls.at(-1)?.form ?? {};
    assert.equal(form['line_items[0][price]'], PRICES.proMonthly);
    assert.equal(form['customer_email'], owner.user.email);
    assert.equal((await planOf()).plan.id, 'free');
    const paid = await fetch(url, { method: 'POST', redirect: 'manual' });
    assert.equal(paid.status, 303);
    assert.match(
      paid.headers.get('location') ?? '',
      new RegExp(`/p/${project.project.id}/plan\\?billing=paid&plan=pro$`),
    );
    const { plan, billing } = await planOf();
    assert.equal(plan.id, 'pro');
    assert.ok(billing?.live);
    assert.equal(billing.billingPeriod, 'monthly');
    assert.equal(billing.endsAt, null);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.equal(entries.length, 1);
    assert.equal(entries[0]?.actor.name, 'Stripe');
    assert.deepEqual(entries[0].details, { from: 'free', to: 'pro', subscription: 'active' });
  });

  test('repeated requests open one checkout session', async () => {
    const { checkout } = await newBuyer();
    // What counts as one is a stretch of ten minutes.
    await awayFromTurn(600_000, 10_000);
    assert.equal(await checkout(), await checkout());
    assert.notEqual(await checkout({ ...PRO, billingPeriod: 'yearly' }), await checkout());
  });

  test('a paying project changes or cancels its subscription instead of buying another', async () => {
    const { stripe, paid, owner, params, checkout } = await newPayer();
    assert.match(await checkout({ plan: 'business', billingPeriod: 'monthly' }), /\/portal\//);
    const change = stripe.calls.at(-1)?.form ?? {};
    const confirm = 'flow_data[subscription_update_confirm]';
    assert.equal(change[`${confirm}[subscription]`], paid.subscription);
    assert.equal(change[`${confirm}[items][0][price]`], PRICES.businessMonthly);
    assert.equal(change[`${confirm}[items][0][id]`], `si_${paid.subscription}`);
    assert.match(await checkout({ plan: 'free', billingPeriod: 'monthly' }), /\/portal\//);
    const cancel = stripe.calls.at(-1)?.form ?? {};
    assert.equal(cancel['flow_data[type]'], 'subscription_cancel');
    const same = await owner.call(openCheckout, { params, body: PRO });
    assert.equal(same.status, 409);
  });

  test('a former customer is reused, or replaced if Stripe has deleted it', async () => {
    const { stripe, project, paid, tell, owner, checkout } = await newPayer();
    await tell('deleted', { status: 'canceled' }, 1);
    await checkout();
    const known = stripe.calls.at(-1)?.form ?? {};
    assert.equal(known['customer'], paid.customer);
    assert.equal(known['subscription_data[description]'], project.project.name);
    stripe.customers.delete(paid.customer);
    await checkout({ ...PRO, billingPeriod: 'yearly' });
    const again = stripe.calls.at(-1)?.form ?? {};
    assert.equal(again['customer'], undefined);
    assert.equal(again['customer_email'], owner.user.email);
  });

  test('400: an unknown plan, or one not sold for that period', async () => {
    const { owner, params } = await newBuyer();
    for (const body of [
      { plan: 'gold', billingPeriod: 'monthly' },
      { plan: 'business', billingPeriod: 'yearly' },
      { plan: 'free', billingPeriod: 'monthly' },
    ] as const) {
      const reply = await owner.call(openCheckout, { params, body });
      assert.equal(reply.status, 400, body.plan);
      assert.match(JSON.stringify(reply.body), /plan/);
    }
  });

  test('503: Stripe refuses, and nothing changes', async () => {
    const { stripe, owner, params, planOf } = await newPayer();
    stripe.state.refusal = { status: 402, message: 'Not today' };
    const body = { plan: 'business', billingPeriod: 'monthly' } as const;
    assert.equal((await owner.call(openCheckout, { params, body })).status, 503);
    assert.equal((await owner.call(openBillingPortal, { params })).status, 503);
    stripe.state.refusal = undefined;
    assert.equal((await planOf()).plan.id, 'pro');
  });

  test('403: as an admin or viewer; 404: as the owner of another project', async () => {
    const { project, params } = await newBuyer();
    const call = { params, body: PRO };
    for (const role of ['admin', 'viewer'] as const) {
      const person = await newPerson({ project, role });
      assert.equal((await person.call(openCheckout, call)).status, 403);
      assert.equal((await person.call(openBillingPortal, { params })).status, 403);
    }
    const foreigner = await ownerOf(await newProject({}, project.server));
    assert.equal((await foreigner.call(openCheckout, call)).status, 404);
    assert.equal((await foreigner.call(openBillingPortal, { params })).status, 404);
  });
});

describe('the billing portal', () => {
  test('opens for a project that has paid; 409 for any other', async () => {
    const { stripe, paid, owner, params } = await newPayer();
    const { url } = bodyOf(await owner.call(openBillingPortal, { params }), 200);
    assert.match(url, /\/portal\//);
    assert.equal(stripe.calls.at(-1)?.form['customer'], paid.customer);
    const fresh = await newBuyer();
    const reply = await fresh.owner.call(openBillingPortal, { params: fresh.params });
    assert.equal(reply.status, 409);
  });
});

describe('Stripe events', () => {
  test('change the plan with the subscription; its end does not break links', async () => {
    const { project, tell, planOf } = await newPayer();
    const link = await newLink(project, { fallbackUrl: 'https://example.com/there' });
    const cancelling = { ...priced(PRICES.businessMonthly), cancel_at_period_end: true };
    assert.equal(await tell('updated', cancelling, 1), 200);
    const { plan, billing } = await planOf();
    assert.equal(plan.id, 'business');
    assert.notEqual(billing?.endsAt, null);
    assert.equal(await tell('deleted', { status: 'canceled' }, 2), 200);
    const ended = await planOf();
    assert.equal(ended.plan.id, 'free');
    assert.equal(ended.billing?.live, false);
    const { status, headers } = await send({
      path: new URL(link.shortUrl).pathname,
      port: project.server.port,
      headers: { host: project.host },
    });
    assert.equal(status, 302);
    assert.equal(headers.location, 'https://example.com/there');
  });

  test('keep the plan while a payment is past due, and drop it once unpaid', async () => {
    const { tell, planOf } = await newPayer();
    await tell('updated', { status: 'past_due' }, 1);
    assert.equal((await planOf()).plan.id, 'pro');
    await tell('updated', { status: 'unpaid' }, 2);
    assert.equal((await planOf()).plan.id, 'free');
    await tell('updated', { status: 'active' }, 3);
    assert.equal((await planOf()).plan.id, 'pro');
  });

  test('are applied once when repeated, even simultaneously', async () => {
    const { owner, params, tell } = await newPayer();
    const id = `evt_${newId()}`;
    const again = () => tell('updated', priced(PRICES.businessMonthly), 1, id);
    const statuses = await Promise.all([again(), again(), again(), again()]);
    assert.deepEqual(statuses, [200, 200, 200, 200]);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.equal(entries.filter((entry) => entry.details['to'] === 'business').length, 1);
  });

  test('that arrive late change nothing', async () => {
    const { stripe, paid, tell, planOf } = await newPayer();
    await tell('updated', priced(PRICES.businessMonthly), 10);
    await tell('updated', priced(PRICES.proMonthly), 5);
    assert.equal((await planOf()).plan.id, 'business');
    await tell('deleted', { status: 'canceled' }, 20);
    // Of the same second, and even of a later one: what has ended stays ended.
    await tell('updated', {}, 20);
    await tell('updated', {}, 30);
    assert.equal((await planOf()).plan.id, 'free');
    const first = { ...paid, subscription: 'sub_the_first' };
    const object = subscriptionOf(first, { status: 'canceled' });
    await stripe.send({ type: 'customer.subscription.deleted', object });
    assert.equal((await planOf()).billing?.status, 'canceled');
  });

  test("of one second are applied in the subscription's order, not in that of arrival", async () => {
    const { stripe, params, planOf } = await newBuyer();
    const bought = {
      customer: 'cus_x',
      subscription: `sub_${newId()}`,
      price: PRICES.proMonthly,
      projectId: params.projectId,
    };
    const created = nowSeconds();
    const tell = (type: string, status: string) =>
      stripe.send({ type, object: subscriptionOf(bought, { status }), created });
    await tell('customer.subscription.updated', 'active');
    await tell('customer.subscription.created', 'incomplete');
    assert.equal((await planOf()).plan.id, 'pro');
  });

  test('of a newer subscription win, and the end of the older one does not end it', async () => {
    const { stripe, paid, tell, planOf } = await newPayer();
    const second = { ...paid, subscription: 'sub_second', price: PRICES.businessMonthly };
    const object = subscriptionOf(second);
    await stripe.send({
      type: 'customer.subscription.created',
      object,
      created: nowSeconds() + 1,
    });
    await tell('deleted', { status: 'canceled' }, 2);
    assert.equal((await planOf()).plan.id, 'business');
  });

  test('keep a plan set by the operator until the subscription changes', async () => {
    const { project, tell, planOf } = await newPayer();
    const { db, lookups } = project.server.app;
    const { id } = project.project;
    await db.updateTable('projects').set({ plan: 'business' }).where('id', '=', id).execute();
    lookups.apply({ kind: 'project', projectId: id });
    await tell('updated', {}, 1);
    assert.equal((await planOf()).plan.id, 'business');
    await tell('deleted', { status: 'canceled' }, 2);
    assert.equal((await planOf()).plan.id, 'free');
  });

  test('with an unknown price keep the plan', async () => {
    const { tell, planOf } = await newPayer();
    assert.equal(await tell('updated', priced('price_of_something_else'), 1), 200);
    assert.equal((await planOf()).plan.id, 'pro');
  });

  test('of other types or unknown projects are accepted and ignored', async () => {
    const { stripe } = await useSellingServer();
    const nobodys = { customer: 'cus_n', subscription: 'sub_n', price: PRICES.proMonthly };
    for (const projectId of [newId(), 'no-uuid', '']) {
      const object = subscriptionOf({ ...nobodys, projectId });
      assert.equal(await stripe.send({ type: 'customer.subscription.updated', object }), 200);
    }
    const object = { id: 'in_1', object: 'invoice' };
    assert.equal(await stripe.send({ type: 'invoice.paid', object }), 200);
    const other = { id: 'cs_1', object: 'checkout.session', metadata: {}, payment_status: 'paid' };
    assert.equal(await stripe.send({ type: 'checkout.session.completed', object: other }), 200);
  });

  test('400: a missing, forged, mismatched or stale signature', async () => {
    const { paid, planOf } = await newPayer();
    const object = subscriptionOf(paid, { status: 'canceled' });
    const body = eventOf({
      type: 'customer.subscription.deleted',
      object,
      created: nowSeconds() + 9,
    });
    const stale = nowSeconds() - 301;
    for (const [what, signature] of Object.entries({
      none: undefined,
      nonsense: 'v1=abc',
      forged: sign(body, 'whsec_of_somebody_else'),
      other: sign(`${body} `),
      stale: sign(body, undefined, stale),
    })) {
      const headers = signature === undefined ? {} : { 'stripe-signature': signature };
      assert.equal((await postEvent(body, headers)).status, 400, what);
    }
    assert.equal((await planOf()).plan.id, 'pro');
    const nonsense = 'no JSON';
    const signed = { 'stripe-signature': sign(nonsense) };
    assert.equal((await postEvent(nonsense, signed)).status, 400);
    assert.equal((await postEvent('', { 'stripe-signature': sign('') })).status, 400);
  });

  test('413: a body that is too large', async () => {
    const body = 'x'.repeat(LIMITS.bodyBytes + 1);
    assert.equal((await postEvent(body, { 'stripe-signature': sign(body) })).status, 413);
  });
});

describe('deleteProject with a subscription', () => {
  test('409: the subscription is active', async () => {
    const { project, owner, params, tell } = await newPayer();
    const body = { confirmName: project.project.name };
    assert.equal((await owner.call(deleteProject, { params, body })).status, 409);
    await tell('updated', { cancel_at_period_end: true }, 1);
    assert.equal((await owner.call(deleteProject, { params, body })).status, 200);
    // What Stripe tells of it afterwards is taken and changes nothing.
    assert.equal(await tell('deleted', { status: 'canceled' }, 2), 200);
  });
});

describe('a server without Stripe', () => {
  test('409: checkout, portal and webhook say that the operator changes plans', async () => {
    const project = await newProject({ plan: 'free' });
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    const { checkout, plans, billing } = bodyOf(await owner.call(getPlanUsage, { params }), 200);
    assert.equal(checkout, false);
    assert.equal(billing, null);
    assert.ok(plans.every((plan) => !plan.monthly.sold && !plan.yearly.sold));
    const refused = await owner.call(openCheckout, { params, body: PRO });
    assert.equal(refused.status, 409);
    assert.match(JSON.stringify(refused.body), /operator/);
    assert.equal((await owner.call(openBillingPortal, { params })).status, 409);
    const { port } = await useServer();
    const path = '/api/v1/webhooks/stripe';
    const headers = { host: 'api.test:3000' };
    const event = await send({ method: 'POST', path, port, headers, body: '{}' });
    assert.equal(event.status, 409);
  });
});
