import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertRefused, changed, deliver, newSource, seen, storedOf, sumsOf } from './callers.ts';
import { REVENUECAT } from './samples.ts';

const SECRET = 'Bearer 7d2c1f0e';
const signed = { authorization: SECRET };
const { initialPurchase, renewal, cancellation, nonRenewing } = REVENUECAT;

const open = (testOnly = false) => newSource('revenuecat', { secret: SECRET, testOnly });
const withEvent = (sample: { readonly event: object }, change: object) => ({
  ...sample,
  event: { ...sample.event, ...change },
});

/** Given back by customer support. */
const refund = withEvent(initialPurchase, {
  id: 'refund',
  type: 'CANCELLATION',
  cancel_reason: 'CUSTOMER_SUPPORT',
  price_in_purchased_currency: -4.99,
});

describe('RevenueCat', () => {
  test('its samples are events of a customer, with the price that was paid', async () => {
    for (const [sample, expected] of [
      [initialPurchase, ['PURCHASE', 499, 'USD', '2022-07-25T05:19:38.679Z']],
      [renewal, ['RENEWAL', 799, 'EUR', '2022-07-25T05:20:05.017Z']],
      [nonRenewing, ['PURCHASE', 3299, 'CAD', '2022-07-25T05:22:02.314Z']],
    ] as const) {
      const source = await open();
      assert.equal(await deliver(source, sample, signed), 200);
      const [stored, ...more] = await storedOf(source);
      assert.ok(stored);
      assert.deepEqual(more, []);
      assert.deepEqual([stored.name, stored.amount, stored.currency, stored.at], expected);
      assert.equal(stored.id, `revenuecat:${sample.event.id}`);
      assert.equal(stored.customer, '1234567890');
      assert.equal(stored.transaction, '123456789012345');
      assert.equal(stored.test, false);
    }
  });

  test('a cancellation brings no revenue, a refund takes it back', async () => {
    const source = await open();
    await deliver(source, cancellation, signed);
    await deliver(source, initialPurchase, signed);
    assert.deepEqual(await sumsOf(source), { USD: 499 });
    await deliver(source, refund, signed);
    assert.deepEqual(await sumsOf(source), { USD: 0 });
    const names = (await storedOf(source)).map(({ name }) => name);
    assert.deepEqual(names.toSorted(), ['CANCELLATION', 'PURCHASE', 'REFUND']);
  });

  test('repeated and out of order, the sums are the same', async () => {
    const source = await open();
    for (const sample of [refund, initialPurchase, refund, initialPurchase]) {
      assert.equal(await deliver(source, sample, signed), 200);
    }
    assert.deepEqual(await sumsOf(source), { USD: 0 });
    assert.equal((await storedOf(source)).length, 2);
  });

  test('401: the header with one byte changed, or none', async () => {
    const places = Array.from({ length: SECRET.length }, (_, place) => place);
    await assertRefused(await open(), [
      { body: initialPurchase },
      { body: initialPurchase, headers: { authorization: `${SECRET}0` } },
      ...places.map((place) => ({
        body: initialPurchase,
        headers: { authorization: changed(SECRET, place) },
      })),
    ]);
  });

  test('a trial starts; sandbox, TEST and a source of tests are left out of numbers', async () => {
    const source = await open();
    const trial = { period_type: 'TRIAL', price_in_purchased_currency: 0 };
    await deliver(source, withEvent(initialPurchase, { ...trial, id: 'a' }), signed);
    await deliver(source, withEvent(renewal, { environment: 'SANDBOX', id: 'b' }), signed);
    await deliver(source, withEvent(renewal, { type: 'TEST', id: 'c' }), signed);
    const stored = await storedOf(source);
    assert.deepEqual(
      stored.map(({ name, test: isTest }) => [name, isTest]),
      [
        ['START_TRIAL', false],
        ['RENEWAL', true],
        ['TEST', true],
      ],
    );
    const tests = await open(true);
    await deliver(tests, renewal, signed);
    assert.deepEqual(await sumsOf(tests), {});
    assert.equal((await storedOf(tests))[0]?.test, true);
  });

  test('400: what is no message of RevenueCat is shown as the last problem', async () => {
    const source = await open();
    for (const body of ['{}', '{"event": {"id": "1"}}', '[]', 'null', 'no JSON']) {
      assert.equal(await deliver(source, body, signed), 400, body);
      assert.notEqual((await seen(source)).lastProblem, null);
    }
    assert.deepEqual(await storedOf(source), []);
  });

  test('a price in a currency that does not exist is taken, and shown as the last problem', async () => {
    const source = await open();
    assert.equal(await deliver(source, withEvent(renewal, { currency: 'EUX' }), signed), 200);
    assert.deepEqual(await storedOf(source), []);
    const { lastProblem, lastReceivedAt } = await seen(source);
    assert.match(lastProblem?.message ?? '', /could not be stored: .*there is no EUX/);
    assert.notEqual(lastReceivedAt, null);
  });
});
