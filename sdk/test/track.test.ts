import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { eventsOf as numbersOf } from '../../server/test/events/callers.ts';
import { until } from '../../server/test/support/until.ts';
import { describeEach, launch, newWorld, says } from './support/coldStart.ts';
import { refusal } from './support/faults.ts';
import {
  eventsOf,
  installByLink,
  isEvents,
  killed,
  namesOf,
  ticking,
  untilStored,
  watchEvents,
} from './support/events.ts';

const SDKS = ['browser', 'expo', 'android'] as const;
/** So long that nothing comes by itself. */
const NEVER = 60_000;

const numbers = (count: number) => Array.from({ length: count }, (_, each) => `event ${each}`);

describeEach('events', SDKS, (sdk) => {
  test('count for the link that brought the installation, a purchase with its revenue', async () => {
    const world = await newWorld();
    await installByLink(world);
    const { app } = launch(world, sdk, {}, { now: ticking() });
    await app.start();
    await app.track('sign_up', { properties: { plan: 'yearly' }, customerId: 'customer-1' });
    const price = { currency: 'EUR', transactionId: '1042' };
    await app.trackPurchase({ ...price, amount: 1999, quantity: 2, items: [{ sku: 'tent' }] });
    await app.trackPurchase({ ...price, amount: -999 });
    await untilStored(world, 3);
    const [signUp, purchase] = await eventsOf(world);
    assert.deepEqual(
      [signUp?.name, signUp?.properties, signUp?.customer_id, signUp?.installation],
      ['sign_up', { plan: 'yearly' }, 'customer-1', app.receipt().installationId],
    );
    assert.deepEqual(
      [purchase?.name, purchase?.transaction_id, purchase?.quantity, purchase?.items],
      ['PURCHASE', '1042', 2, [{ sku: 'tent' }]],
    );
    assert.deepEqual((await numbersOf(world.project, world.link.id))[0], {
      name: 'PURCHASE',
      count: 2,
      quantity: 3,
      revenue: [{ currency: 'EUR', amount: 1000, saidByApps: 1000 }],
    });
    await app.stop();
  });

  test('wait for others: the first call has all that came meanwhile, in their order', async () => {
    const world = await newWorld();
    const { net, calls } = watchEvents(world);
    const { app } = launch(world, sdk, {}, { net, sendDelay: NEVER });
    await app.start();
    for (const name of numbers(20)) await app.track(name);
    await untilStored(world, 20);
    assert.deepEqual(
      calls.map(({ body }) => body.events.map(({ name }) => name)),
      [numbers(20)],
    );
    await app.stop();
  });

  test('from before the start are sent after it, at most 100 in a call', async () => {
    const world = await newWorld();
    const { net, calls } = watchEvents(world);
    const { app } = launch(world, sdk, {}, { net, sendDelay: NEVER });
    for (const name of numbers(120)) await app.track(name);
    assert.equal(calls.length, 0);
    await app.start();
    await untilStored(world, 120);
    assert.deepEqual(
      calls.map(({ body }) => body.events.length),
      [100, 20],
    );
    assert.deepEqual(
      calls.flatMap(({ body }) => body.events.map(({ name }) => name)),
      numbers(120),
    );
    await app.stop();
  });

  test('whose answer was lost are sent again, also by the next process, and count once', async () => {
    const world = await newWorld();
    const { net, calls } = watchEvents(world);
    net.fault = (path) => (isEvents(path) ? 'lost' : undefined);
    await installByLink(world);
    const one = launch(world, sdk, {}, { net, queueDelay: NEVER });
    await one.app.start();
    await one.app.track('sign_up');
    await until(
      () => one.app.receipt(),
      () => says(one.app.receipt(), 'track', 'waiting'),
    );
    const later = killed(world);
    const again = watchEvents(world);
    const two = launch(later, sdk, {}, { net: again.net });
    await two.app.start();
    await until(
      () => two.app.receipt(),
      () => says(two.app.receipt(), 'track', 'ok'),
    );
    assert.equal(again.calls[0]?.body.events[0]?.eventId, calls[0]?.body.events[0]?.eventId);
    assert.deepEqual(
      (await numbersOf(world.project, world.link.id)).map(({ count }) => count),
      [1],
    );
    assert.ok(![...later.stored.values()].join().includes('sign_up'));
    await one.app.stop();
    await two.app.stop();
  });

  test('that the server names as wrong are dropped, and the others are stored', async () => {
    const world = await newWorld();
    const { app, device } = launch(world, sdk, {}, { sendDelay: NEVER });
    await app.start();
    await app.track('good');
    await app.track('bad', { revenue: { amount: 1, currency: 'EURO' } });
    device.show(false);
    await untilStored(world, 1);
    await until(
      () => app.receipt(),
      () => says(app.receipt(), 'track', 'failed', /^bad: revenue\.currency must be /),
    );
    await until('nothing is left', () => ![...world.stored.values()].join().includes('"bad"'));
    assert.deepEqual(await namesOf(world), ['good']);
    await app.stop();
  });

  test('do not fall with one for which a whole call is refused', async () => {
    const world = await newWorld();
    const { net, calls } = watchEvents(world);
    net.fault = (path) =>
      isEvents(path) && calls.at(-1)?.body.events.some(({ name }) => name === 'event 3')
        ? refusal(400, 'VALIDATION_ERROR')
        : undefined;
    const { app } = launch(world, sdk, {}, { net, sendDelay: NEVER, now: ticking() });
    for (const name of numbers(6)) await app.track(name);
    await app.start();
    await untilStored(world, 5);
    assert.deepEqual(
      await namesOf(world),
      numbers(6).filter((name) => name !== 'event 3'),
    );
    await until('nothing is left', () => ![...world.stored.values()].join().includes('event 3'));
    await app.stop();
  });

  for (const [status, code] of [
    // A network's own page, in the server's place.
    [200, 'WELCOME'],
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [500, 'INTERNAL'],
  ] as const) {
    test(`${status}: they stay, and are sent later`, async () => {
      const world = await newWorld();
      const { net } = watchEvents(world);
      let left = 4;
      net.fault = (path) => (isEvents(path) && left-- > 0 ? refusal(status, code) : undefined);
      const { app } = launch(world, sdk, {}, { net });
      await app.start();
      await app.track('sign_up');
      await untilStored(world, 1);
      await until(
        () => app.receipt(),
        () => says(app.receipt(), 'track', 'waiting'),
      );
      await app.stop();
    });
  }

  test('429: nothing is sent before Retry-After, whatever happens in the app', async () => {
    const world = await newWorld();
    const { net, calls } = watchEvents(world);
    net.fault = (path) => (isEvents(path) ? refusal(429, 'RATE_LIMITED', 3600) : undefined);
    const { app, device } = launch(world, sdk, {}, { net, now: ticking() });
    await app.start();
    await app.track('first');
    await until(
      () => app.receipt(),
      () => says(app.receipt(), 'track', 'waiting'),
    );
    const session = (words: RegExp) =>
      until(
        () => app.receipt(),
        () => says(app.receipt(), 'session', 'ok', words),
      );
    for (const name of numbers(30)) await app.track(name);
    device.show(false);
    await session(/Ended/);
    device.show(true);
    await session(/Begun/);
    assert.equal(calls.length, 1);
    net.fault = () => undefined;
    await app.stop();
    const two = launch(killed(world), sdk);
    await two.app.start();
    await untilStored(world, 31);
    assert.deepEqual(await namesOf(world), ['first', ...numbers(30)]);
    await two.app.stop();
  });

  test('are sent at once when the app leaves, in a request that outlives a page', async () => {
    const world = await newWorld();
    const { net, calls } = watchEvents(world);
    const { app, device } = launch(world, sdk, {}, { net, sendDelay: NEVER });
    await app.start();
    await app.track('left');
    device.show(false);
    await untilStored(world, 1);
    if (sdk !== 'android') assert.equal(calls[0]?.keepalive, true);
    await app.stop();
  });

  test('of more than a thousand that wait, the oldest are dropped, and the receipt says so', async () => {
    const world = await newWorld();
    const all = numbers(1003);
    if (sdk === 'android') {
      const at = new Date().toISOString();
      const event = (name: string) => ({ eventId: randomUUID(), name, at, installationId: 'x' });
      // The driver would write them out a thousand times, one more each time.
      world.stored.set('fairlead.events', JSON.stringify(all.splice(0, 1000).map(event)));
    }
    const { app } = launch(world, sdk, {}, { sendDelay: NEVER });
    await Promise.all(all.map((name) => app.track(name)));
    await app.start();
    await untilStored(world, 1000);
    assert.deepEqual((await namesOf(world)).toSorted(), numbers(1003).slice(3).toSorted());
    await until(
      () => app.receipt(),
      () => says(app.receipt(), 'track', 'failed', /^3 dropped/),
    );
    await app.stop();
  });
});

describeEach('events and consent', SDKS, (sdk) => {
  test('before consent they are neither stored nor sent; once it is given, they are sent', async () => {
    const world = await newWorld();
    const { net, calls } = watchEvents(world);
    const { app } = launch(world, sdk, {}, { net, consent: false });
    await app.start();
    await app.track('early');
    assert.ok(![...world.stored.values()].join().includes('early'));
    assert.equal(calls.length, 0);
    await app.setConsent(true);
    await untilStored(world, 1);
    assert.equal((await eventsOf(world))[0]?.installation, app.receipt().installationId);
    await app.stop();
  });

  test('refused: those from before are forgotten, and later ones are not taken', async () => {
    const world = await newWorld();
    const { net, calls } = watchEvents(world);
    const { app } = launch(world, sdk, {}, { net, consent: false });
    await app.start();
    await app.track('before');
    await app.setConsent(false);
    await app.track('after');
    await app.setConsent(true);
    await app.track('agreed');
    await untilStored(world, 1);
    assert.deepEqual(
      calls.flatMap(({ body }) => body.events.map(({ name }) => name)),
      ['agreed'],
    );
    await app.stop();
  });

  for (const [what, act] of [
    ['withdrawn', 'setConsent'],
    ['erased', 'erase'],
  ] as const) {
    test(`${what}: what waits is gone from the device`, async () => {
      const world = await newWorld();
      const { net } = watchEvents(world);
      net.fault = (path) => (isEvents(path) ? 'refused' : undefined);
      const { app } = launch(world, sdk, {}, { net });
      await app.start();
      await app.track('sign_up');
      assert.ok([...world.stored.values()].join().includes('sign_up'));
      await (act === 'erase' ? app.erase() : app.setConsent(false));
      assert.ok(![...world.stored.values()].join().includes('sign_up'));
      await app.stop();
    });
  }
});
