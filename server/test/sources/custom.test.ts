import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { custom } from '#apps/sources/kinds/custom.ts';
import { assertRefused, changed, deliver, newSource, seen, storedOf, sumsOf } from './callers.ts';
import { STANDARD_WEBHOOK } from './samples.ts';

const SECRET = 'a secret of the service';
const mapping = {
  signature: { scheme: 'hmac-sha256', header: 'X-Signature', encoding: 'hex', prefix: 'sha256=' },
  events: 'data.items',
  when: { path: 'live', value: true },
  eventId: 'id',
  name: { path: 'kind', names: { bought: 'PURCHASE', returned: 'REFUND' } },
  at: { path: 'time', unit: 'seconds' },
  customerId: 'user.id',
  transactionId: '$.data.order',
  amount: { path: 'price', unit: 'major', refunds: ['REFUND'] },
  currency: { value: 'EUR' },
  quantity: 'count',
  test: { path: '$.mode', value: 'test' },
};
const item = {
  id: 1,
  kind: 'bought',
  live: true,
  time: 1_767_312_000,
  user: { id: 42 },
  price: '19.995',
  count: 2,
};
const message = (items: readonly object[], mode = 'live') =>
  JSON.stringify({ mode, data: { order: 'order-1', items } });
const hmac = (body: string) => createHmac('sha256', SECRET).update(body).digest('hex');
const signed = (body: string) => ({ 'x-signature': `sha256=${hmac(body)}` });
const open = (change: object = {}) =>
  newSource('custom', { settings: { ...mapping, ...change }, secret: SECRET });

describe('a source with a mapping', () => {
  test('several events of a message are read, each by its paths', async () => {
    const source = await open();
    const body = message([
      item,
      { ...item, id: 2, kind: 'returned', price: 19.995 },
      { ...item, id: 3, kind: 'shown', price: null },
      { ...item, id: 4, live: false },
    ]);
    for (const turn of [1, 2])
      assert.equal(await deliver(source, body, signed(body)), 200, `${turn}`);
    const stored = await storedOf(source);
    const shared = {
      at: '2026-01-02T00:00:00.000Z',
      customer: '42',
      transaction: 'order-1',
      test: false,
    };
    const of = (id: number, name: string, amount: number | null) => ({
      id: `${source.source.id}:${id}`,
      name,
      amount,
      currency: amount === null ? null : 'EUR',
      ...shared,
    });
    assert.deepEqual(
      stored.map((row) => ({ ...row })),
      [of(1, 'PURCHASE', 2000), of(2, 'REFUND', -2000), of(3, 'shown', null)],
    );
  });

  test('two sources may both count from 1', async () => {
    const one = await open();
    const settings = { ...mapping, signature: { scheme: 'header', header: 'X-Key' } };
    const two = await newSource('custom', { settings, secret: SECRET }, one.project);
    const body = message([item]);
    await deliver(one, body, signed(body));
    await deliver(two, body, { 'x-key': SECRET });
    assert.deepEqual(await sumsOf(one), { EUR: 4000 });
  });

  test('test mode is left out of numbers', async () => {
    const source = await open();
    const body = message([item], 'test');
    await deliver(source, body, signed(body));
    assert.deepEqual(await sumsOf(source), {});
    assert.equal((await storedOf(source))[0]?.test, true);
  });

  test('401: one byte of body or signature changed', async () => {
    const body = message([item]);
    const signature = signed(body)['x-signature'];
    await assertRefused(await open(), [
      { body: body.replace('19.995', '29.995'), headers: signed(body) },
      { body, headers: { 'x-signature': changed(signature) } },
      { body, headers: { 'x-signature': hmac(body) } },
      { body },
    ]);
    const settings = { ...mapping, signature: { scheme: 'header', header: 'X-Key' } };
    const other = await newSource('custom', { settings, secret: SECRET });
    await assertRefused(other, [{ body, headers: { 'x-key': changed(SECRET) } }, { body }]);
  });

  test('an event that lacks its id is taken, and shown as the last problem', async () => {
    const source = await open();
    const { id: _, ...nameless } = item;
    const body = message([nameless, { ...item, id: 9 }]);
    assert.equal(await deliver(source, body, signed(body)), 200);
    assert.equal((await storedOf(source)).length, 1);
    assert.match((await seen(source)).lastProblem?.message ?? '', /eventId is required/);
  });

  test('400: a message without the list of events', async () => {
    const source = await open();
    for (const body of ['{}', '{"data": {"items": 1}}', 'no JSON']) {
      assert.equal(await deliver(source, body, signed(body)), 400, body);
    }
    assert.match((await seen(source)).lastProblem?.message ?? '', /JSON/);
  });
});

describe('Standard Webhooks', () => {
  const { secret, id, timestamp, body, signature } = STANDARD_WEBHOOK;
  const settings = {
    signature: { scheme: 'standard-webhooks' },
    eventId: 'test',
    name: { value: 'TICK' },
  };

  function headersOf(text: string, at = new Date()) {
    const seconds = Math.floor(at.getTime() / 1000);
    return {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': new Webhook(secret).sign(id, at, text),
    };
  }

  test('the vector of the specification has its signature', () => {
    assert.equal(new Webhook(secret).sign(id, new Date(timestamp * 1000), body), signature);
  });

  test('its body is taken with a signature of now, and refused with the one of then', async () => {
    const refused = await newSource('custom', { settings, secret });
    const headers = headersOf(body);
    await assertRefused(refused, [
      { body, headers: headersOf(body, new Date(timestamp * 1000)) },
      { body: changed(body), headers },
      { body, headers: { ...headers, 'webhook-id': changed(id) } },
      {
        body,
        headers: { ...headers, 'webhook-signature': changed(headers['webhook-signature'], 10) },
      },
      { body },
    ]);
    const source = await newSource('custom', { settings, secret });
    assert.equal(await deliver(source, body, headers), 200);
    const [stored] = await storedOf(source);
    assert.equal(stored?.id, `${source.source.id}:2432232314`);
    assert.equal(stored?.name, 'TICK');
  });

  test('items that are no objects are left out, and a message without others is refused', async () => {
    const source = await open();
    const of = (items: readonly unknown[]) => JSON.stringify({ mode: 'live', data: { items } });
    for (const items of [['a'.repeat(1000)], [1, null]]) {
      const body = of(items);
      assert.equal(await deliver(source, body, signed(body)), 400);
      assert.match((await seen(source)).lastProblem?.message ?? '', /data\.items has no objects/);
    }
    const mixed = of(['text', item, 7]);
    assert.equal(await deliver(source, mixed, signed(mixed)), 200);
    assert.equal((await storedOf(source)).length, 1);
    assert.match((await seen(source)).lastProblem?.message ?? '', /no objects were left out: 2/);
  });

  test('a message is copied for none of its items', () => {
    const content = { data: { items: [item] } };
    let read = 0;
    const watched = new Proxy(item, {
      ownKeys: () => assert.fail('all fields of an item are read'),
      get: (target, key) => {
        read += 1;
        return Reflect.get(target, key) as unknown;
      },
    });
    content.data.items = [watched];
    assert.equal(custom.read(content, mapping as never).events.length, 1);
    assert.ok(read > 0);
  });
});
