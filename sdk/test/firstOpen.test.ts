import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { newLink, statsOf } from '../../server/test/support/callers/personas.ts';
import { until } from '../../server/test/support/until.ts';
import { tap } from '../../server/test/support/callers/phones.ts';
import type { OpenedLink } from '../src/app.ts';
import {
  count,
  describeEach,
  INSTALLED,
  launch,
  newWorld,
  says,
  type World,
} from './support/coldStart.ts';
import { refusal, watchFetch } from './support/faults.ts';

describeEach('first open of an installed app', INSTALLED, (sdk) => {
  const referred = async (world: World) => ({
    referrer: `utm_source=x&click_id=${await tap(world.phone, world.project, world.link)}`,
  });

  test('the install referrer is matched to its click on the first open only', async () => {
    const world = await newWorld();
    const start = await referred(world);
    const first = launch(world, sdk, start, { debug: true });
    await first.app.start();
    assert.deepEqual(
      first.opened.map(({ deferred, link }) => [deferred, link.id]),
      [[true, world.link.id]],
    );
    const receipt = first.app.receipt();
    assert.deepEqual([receipt.matchType, receipt.firstOpen], ['deterministic', true]);
    assert.equal(receipt.match?.matchType, 'deterministic');
    const stats = await statsOf(world.project, world.link.id);
    assert.deepEqual([stats.clicks, stats.installs], [1, 1]);
    await first.app.stop();
    const second = launch(world, sdk, start);
    await second.app.start();
    assert.equal(second.opened.length, 0);
    assert.equal(count(second.net, '/sdk/deferred/match'), 0);
    await second.app.stop();
  });

  test('an app killed between match and resolve delivers at its next start, once', async () => {
    const world = await newWorld();
    const start = await referred(world);
    const net = watchFetch({ 'x-forwarded-for': world.phone.address });
    net.fault = (path) => (path.endsWith('/resolve') ? 'refused' : undefined);
    const first = launch(world, sdk, start, { net, queueDelay: 60_000 });
    await first.app.start();
    assert.equal(first.app.receipt().matchType, 'deterministic');
    await first.app.stop();
    const second = launch(world, sdk, start);
    await second.app.start();
    assert.deepEqual(
      second.opened.map(({ deferred }) => deferred),
      [true],
    );
    assert.deepEqual([first.opened.length, count(second.net, '/sdk/deferred/match')], [0, 0]);
    await second.app.stop();
  });

  for (const [name, fault] of [
    ['429', () => refusal(429, 'RATE_LIMITED', 0)],
    ['503', () => refusal(503, 'UNAVAILABLE')],
    ['nothing', () => 'silent' as const],
  ] as const) {
    test(`a match that gets ${name} is retried until it is answered`, async () => {
      const world = await newWorld();
      const net = watchFetch({ 'x-forwarded-for': world.phone.address });
      let left = 4;
      net.fault = (path) => (path.endsWith('/match') && left-- > 0 ? fault() : undefined);
      const { app, opened } = launch(world, sdk, await referred(world), {
        net,
        // As long as a slow machine may need for the answer that follows: one that is lost delivers nothing.
        timeout: name === 'nothing' ? 5_000 : 10_000,
      });
      await app.start();
      await until(
        () => app.receipt(),
        () => opened.length > 0,
      );
      assert.equal(count(net, '/sdk/deferred/match'), 5);
      await app.stop();
      assert.equal(opened.length, 1);
    });
  }

  test('a match whose answer is lost delivers nothing and is logged', async () => {
    const world = await newWorld();
    const net = watchFetch({ 'x-forwarded-for': world.phone.address });
    let left = 1;
    net.fault = (path) => (path.endsWith('/match') && left-- > 0 ? 'lost' : undefined);
    const { app, opened } = launch(world, sdk, await referred(world), { net, debug: true });
    await app.start();
    assert.deepEqual([opened.length, app.receipt().matchType], [0, null]);
    assert.equal(app.receipt().match?.reason, 'installation_matched');
    assert.ok(says(app.receipt(), 'match', 'ok', /answer to an earlier request was lost/));
    await app.stop();
  });

  test('an app killed during its match delivers nothing at its next start, and logs the reason', async () => {
    const world = await newWorld();
    const start = await referred(world);
    const net = watchFetch({ 'x-forwarded-for': world.phone.address });
    net.fault = (path) => (path.endsWith('/match') ? 'lost' : undefined);
    const first = launch(world, sdk, start, { net, queueDelay: 60_000 });
    await first.app.start();
    await first.app.stop();
    const second = launch(world, sdk, start);
    await second.app.start();
    assert.deepEqual([first.opened.length, second.opened.length], [0, 0]);
    assert.ok(says(second.app.receipt(), 'match', 'ok', /answer to an earlier request was lost/));
    await second.app.stop();
  });

  test('a link that opens the app replaces the deferred one, and the log says so', async () => {
    const world = await newWorld();
    const other = await newLink(world.project, { type: 'dynamic' });
    const start = { ...(await referred(world)), initialUrl: other.shortUrl };
    const { app, opened, net } = launch(world, sdk, start);
    await app.start();
    assert.deepEqual(
      opened.map(({ link }) => link.id),
      [other.id],
    );
    assert.equal(count(net, '/sdk/deferred/match'), 0);
    assert.ok(says(app.receipt(), 'match', 'skipped'));
    await app.stop();
  });

  test('the same intent on create and on resume is one visit', async () => {
    const world = await newWorld();
    const { app, device, opened, net } = launch(world, sdk, {
      initialUrl: world.link.shortUrl,
    });
    const starting = app.start();
    device.open(world.link.shortUrl);
    await starting;
    device.open(world.link.shortUrl);
    await app.resolve(world.link.shortUrl);
    assert.equal(opened.length, 1);
    // One of them is the app's own.
    assert.equal(count(net, '/sdk/resolve'), 2);
    assert.ok(says(app.receipt(), 'url', 'skipped'));
    await app.stop();
  });

  test('a URL that opens the running app reaches its listener', async () => {
    const world = await newWorld();
    const { app, device, opened } = launch(world, sdk);
    await app.start();
    device.open(world.link.shortUrl);
    await until(
      () => app.receipt(),
      () => opened.length > 0,
    );
    device.open('https://elsewhere.example.com/x');
    await until(
      () => app.receipt(),
      () => says(app.receipt(), 'resolve', 'failed'),
    );
    assert.deepEqual([opened.length, app.receipt().waiting], [1, 0]);
    await app.stop();
  });

  test('signing out drops the links that wait for a listener', async () => {
    const world = await newWorld();
    const { app } = launch(world, sdk, { initialUrl: world.link.shortUrl }, { deaf: true });
    await app.start();
    await app.signOut();
    const heard: OpenedLink[] = [];
    app.onLink((each) => heard.push(each));
    await nextTurn();
    assert.deepEqual([heard.length, app.receipt().waiting], [0, 0]);
    await app.stop();
  });
});
