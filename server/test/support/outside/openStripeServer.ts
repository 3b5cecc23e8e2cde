import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const STRIPE_KEY = 'sk_test_of_the_loopback_server';
export const WEBHOOK_SECRET = 'whsec_of_the_loopback_server';
/** The prices that this Stripe knows; the catalogue of the tests names them. */
export const PRICES = {
  proMonthly: 'price_pro_monthly',
  proYearly: 'price_pro_yearly',
  businessMonthly: 'price_business_monthly',
};

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

interface Kept {
  readonly form: Record<string, string>;
  readonly reply: object;
}

interface Paid {
  customer: string;
  subscription: string;
  price: string;
  projectId: string;
}

export interface StripeEventInput {
  readonly type: string;
  readonly object: object;
  readonly id?: string;
  /** Seconds since the epoch. */
  readonly created?: number;
}

const newId = (kind: string) => `${kind}_${randomBytes(8).toString('hex')}`;
const nowSeconds = () => Math.floor(Date.now() / 1000);

/**
 * The part of Stripe that we speak to, on loopback. It refuses what Stripe refuses: a wrong key, a body that is no
 * form, an idempotency key that comes with other values, unknown prices and customers, missing fields. Its
 * payment page pays at once, tells `webhookUrl` and leads back; while it `holds`, `complete` pays later.
 */
export async function openStripeServer() {
  const sessions = new Map<string, Kept>();
  const byKey = new Map<string, { readonly body: string; readonly reply: object }>();
  const customers = new Set<string>();
  const calls: { readonly path: string; readonly form: Record<string, string> }[] = [];
  const state: { webhookUrl: string; refusal: Refusal | undefined; holds: boolean } = {
    webhookUrl: '',
    holds: false,
    refusal: undefined,
  };
  const server = createServer((request, response) => void answer(request, response));
  // A call must not meet a connection that is just being closed because it was idle.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await text(request);
    if (path.startsWith('/pay/')) return pay(path, request.method ?? 'GET', response);
    const reply = state.refusal ?? call(request, path, body);
    response.setHeader('content-type', 'application/json');
    response.setHeader('request-id', newId('req'));
    if ('status' in reply && 'message' in reply) {
      response.statusCode = reply.status as number;
      const { status: _status, ...error } = reply;
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', ...error } }));
    } else response.end(JSON.stringify(reply));
  }

  function call({ method, headers }: IncomingMessage, path: string, body: string): object {
    if (headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      return refuse(401, 'Invalid API Key provided');
    }
    if (method !== 'POST') return refuse(404, `Unrecognized request URL (${method}: ${path})`);
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') {
      return refuse(400, 'Invalid request: the body is no form');
    }
    const key = headers['idempotency-key'];
    if (typeof key !== 'string') return refuse(400, 'The test asks for an idempotency key');
    const before = byKey.get(key);
    if (before && before.body !== body) return refuse(400, 'Keys for idempotent requests…');
    if (before) return before.reply;
    const form = Object.fromEntries(new URLSearchParams(body));
    calls.push({ path, form });
    const reply =
      path === '/v1/checkout/sessions'
        ? makeCheckout(form)
        : path === '/v1/billing_portal/sessions'
          ? makePortal(form)
          : refuse(404, `Unrecognized request URL (POST: ${path})`);
    if (!('status' in reply && 'message' in reply)) byKey.set(key, { body, reply });
    return reply;
  }

  function makeCheckout(form: Record<string, string>): object {
    const price = form['line_items[0][price]'] ?? '';
    if (!Object.values(PRICES).includes(price)) return refuse(400, `No such price: '${price}'`);
    if (form['mode'] !== 'subscription') return refuse(400, 'Missing required param: mode');
    if (!form['success_url']) return refuse(400, 'Missing required param: success_url');
    if (form['customer'] !== undefined && !customers.has(form['customer'])) {
      return noSuchCustomer(form['customer']);
    }
    const id = newId('cs');
    const reply = {
      id,
      object: 'checkout.session',
      url: `${origin}/pay/${id}`,
      mode: 'subscription',
    };
    sessions.set(id, { form, reply });
    return reply;
  }

  function makePortal(form: Record<string, string>): object {
    const customer = form['customer'] ?? '';
    if (!customers.has(customer)) return noSuchCustomer(customer);
    const id = newId('bps');
    return { id, object: 'billing_portal.session', url: `${origin}/portal/${id}`, customer };
  }

  /** The customer's page: GET shows it, POST pays. */
  async function pay(path: string, method: string, response: ServerResponse): Promise<void> {
    const id = path.split('/')[2] ?? '';
    const session = sessions.get(id);
    if (!session) return void response.writeHead(404).end();
    if (method === 'GET') {
      response.setHeader('content-type', 'text/html');
      const back = session.form['cancel_url'] ?? '';
      const page = `<h1>Pay</h1><form method="post"><button>Pay now</button></form><a href="${back}">Back</a>`;
      return void response.end(page);
    }
    if (!state.holds) await complete(id);
    response.writeHead(303, { location: session.form['success_url'] ?? '' }).end();
  }

  /** What Stripe does when a checkout is paid: a customer, a subscription, and two events. */
  async function complete(sessionId: string): Promise<Paid> {
    const form = sessions.get(sessionId)?.form ?? {};
    const paid: Paid = {
      customer: form['customer'] ?? newId('cus'),
      subscription: newId('sub'),
      price: form['line_items[0][price]'] ?? '',
      projectId: form['subscription_data[metadata][projectId]'] ?? '',
    };
    customers.add(paid.customer);
    await send({ type: 'customer.subscription.created', object: subscriptionOf(paid) });
    await send({ type: 'checkout.session.completed', object: checkoutOf(sessionId, form, paid) });
    return paid;
  }

  /** Delivers an event with a good signature; answers the status of the reply. */
  async function send(input: StripeEventInput): Promise<number> {
    const body = eventOf(input);
    const { status } = await fetch(state.webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': sign(body) },
      body,
    });
    return status;
  }

  return {
    origin,
    state,
    calls,
    customers,
    send,
    complete,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(status: number, message: string): Refusal {
  return { status, message };
}

function noSuchCustomer(id: string): Refusal {
  const message = `No such customer: '${id}'`;
  return { status: 400, message, code: 'resource_missing', param: 'customer' };
}

function checkoutOf(id: string, form: Record<string, string>, paid: Paid): object {
  return {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    payment_status: 'paid',
    client_reference_id: form['client_reference_id'] ?? null,
    metadata: { projectId: paid.projectId, priceId: paid.price },
    customer: paid.customer,
    subscription: paid.subscription,
  };
}

/** A subscription as events carry it. */
export function subscriptionOf(paid: Paid, change: Record<string, unknown> = {}): object {
  const periodEnd = nowSeconds() + 30 * 24 * 3600;
  return {
    id: paid.subscription,
    object: 'subscription',
    customer: paid.customer,
    status: 'active',
    metadata: { projectId: paid.projectId },
    cancel_at_period_end: false,
    cancel_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: `si_${paid.subscription}`,
          object: 'subscription_item',
          current_period_end: periodEnd,
          price: { id: paid.price, object: 'price' },
        },
      ],
    },
    ...change,
  };
}

/** The body of an event, as text: its signature is of these bytes. */
export function eventOf({ type, object, id, created }: StripeEventInput): string {
  return JSON.stringify({
    id: id ?? newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: created ?? nowSeconds(),
    type,
    livemode: false,
    data: { object },
  });
}

/** The header that Stripe sends: an HMAC of moment and body. */
export function sign(body: string, secret = WEBHOOK_SECRET, at = nowSeconds()): string {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${signature}`;
}
