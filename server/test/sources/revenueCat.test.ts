import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { eventsOf, identify, installBy } from '../events/callers.ts';
import { erase, numbersOf } from '../events/fixtures/plant.ts';
import { newInstallation, newLink } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { assertRefused, changed, deliver, newSource, seen, type Sourced } from './callers.ts';
import { storedOf, sumsOf } from './callers.ts';
import { REVENUECAT } from './samples.ts';

const SECRET = 'Bearer 7d2c1f0e';
const signed = { authorization: SECRET };
const { initialPurchase, renewal, cancellation, nonRenewing } = REVENUECAT;

const open = (testOnly = false) => newSource('revenuecat', { secret: SECRET, testOnly });
const withEvent = (sample: { readonly event: object }, change: object) => ({
  ...sample,
  event: { ...sample.event, ...change },
});

const ANONYMOUS = '$RCAnonymousID:8069238d6049ce87cc529853916d624c';
const OTHER = '$RCAnonymousID:87c6049c58069238dce29853916d624c';

/** Sums of money that the link has brought, by currency. */
async function creditedTo({ project }: Sourced, linkId: string) {
  const events = await eventsOf(project, linkId);
  const sums = events.flatMap(({ revenue }) => revenue);
  const currencies = new Set(sums.map(({ currency }) => currency));
  return Object.fromEntries(
    [...currencies].map((code) => [
      code,
      sums.reduce((sum, { currency, amount }) => sum + (currency === code ? amount : 0), 0),
    ]),
  );
}

/** The app's own id of the installation that somebody is signed in on. */
async function nameOfOnly({ server, project }: TestProject, customerId: string) {
  const row = await server.app.db
    .selectFrom('installations')
    .select('client_id')
    .where('project_id', '=', project.id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.client_id;
}

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

  test('the customer is the first id that is not anonymous, wherever RevenueCat names it', async () => {
    const cases = [
      [{ app_user_id: ANONYMOUS, aliases: [ANONYMOUS, 'user-1'] }, 'user-1'],
      [{ app_user_id: ANONYMOUS, aliases: [ANONYMOUS], original_app_user_id: 'user-2' }, 'user-2'],
      [{ app_user_id: 'user-3', aliases: ['user-4', ANONYMOUS] }, 'user-3'],
      [{ app_user_id: ANONYMOUS, aliases: { odd: 1 }, original_app_user_id: OTHER }, ANONYMOUS],
      [
        { app_user_id: '', aliases: [7, null, '', 'a\u0000b', 'x'.repeat(300), 'user-5'] },
        'user-5',
      ],
    ] as const;
    const source = await open();
    for (const [index, [ids]] of cases.entries()) {
      const message = withEvent(initialPurchase, { ...ids, id: `case ${index}` });
      assert.equal(await deliver(source, message, signed), 200);
    }
    const stored = await storedOf(source);
    assert.deepEqual(
      stored.map(({ customer }) => customer),
      cases.map(([, customer]) => customer),
    );
  });

  test('purchase, refund and renewal of somebody who signs in meanwhile are credited to one link', async () => {
    const source = await open();
    const { project } = source;
    const link = await newLink(project);
    await identify(project, await installBy(project, link), 'user');
    const transaction = { original_app_user_id: ANONYMOUS };
    const bought = { ...transaction, app_user_id: ANONYMOUS, aliases: [ANONYMOUS], id: 'bought' };
    await deliver(source, withEvent(initialPurchase, bought), signed);
    assert.deepEqual(await creditedTo(source, link.id), {});
    const later = { ...transaction, app_user_id: ANONYMOUS, aliases: [ANONYMOUS, 'user'] };
    await deliver(source, withEvent(refund, { ...later, id: 'refund' }), signed);
    await deliver(
      source,
      withEvent(renewal, { ...later, app_user_id: 'user', id: 'again' }),
      signed,
    );
    assert.deepEqual(await creditedTo(source, link.id), { USD: 0, EUR: 799 });
    const { groups } = await numbersOf(project, {
      by: 'link',
      credit: 'install',
      from: '2022-07-01T00:00:00Z',
      to: '2022-08-01T00:00:00Z',
    });
    assert.deepEqual(
      groups.map(({ value, people }) => [value, people]),
      [[link.id, 1]],
    );
    // What an app claims to be does not shadow it.
    const thief = await newLink(project);
    const body = { customerId: ANONYMOUS };
    const { token } = await newInstallation(project, {
      installationId: await installBy(project, thief),
    });
    const app = await publishableKey(project, { 'x-installation-token': token });
    assert.equal((await app(operations.identify, { body })).status, 200);
    assert.deepEqual(await creditedTo(source, link.id), { USD: 0, EUR: 799 });
    assert.deepEqual(await creditedTo(source, thief.id), {});
    await erase(project, (await nameOfOnly(project, 'user')) ?? '');
    const names = await project.server.app.db
      .selectFrom('customer_names')
      .selectAll()
      .where('project_id', '=', project.project.id)
      .execute();
    assert.deepEqual(names, []);
    assert.deepEqual(await creditedTo(source, link.id), { USD: 0, EUR: 799 });
  });

  test('TRANSFER moves an anonymous purchase to the account, in whatever order it comes', async () => {
    for (const place of [0, 1, 2]) {
      const source = await open();
      const link = await newLink(source.project);
      await identify(source.project, await installBy(source.project, link), 'new');
      const bought = { app_user_id: ANONYMOUS, aliases: [], original_app_user_id: ANONYMOUS };
      const others = [
        withEvent(initialPurchase, { ...bought, id: 'bought' }),
        withEvent(initialPurchase, { ...bought, id: 'again' }),
      ];
      const moved = {
        id: 'moved',
        type: 'TRANSFER',
        event_timestamp_ms: 1658726405017,
        transferred_from: [ANONYMOUS, 'old'],
        transferred_to: [OTHER, 'new'],
        environment: 'PRODUCTION',
      };
      const messages = others.toSpliced(place, 0, { event: moved } as never);
      for (const message of [...messages, ...messages]) {
        assert.equal(await deliver(source, message, signed), 200);
      }
      assert.deepEqual(await creditedTo(source, link.id), { USD: 998 });
      const event = (await storedOf(source)).find(({ name }) => name === 'TRANSFER');
      assert.deepEqual([event?.customer, event?.amount], ['new', null]);
    }
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
