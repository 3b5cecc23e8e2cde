import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { newInstallation, statsOf } from '../../server/test/support/callers/personas.ts';
import { until } from '../../server/test/support/until.ts';
import type { OpenedLink } from '../src/app.ts';
import {
  ALL,
  count,
  describeEach,
  launch,
  newWorld,
  says,
  type World,
} from './support/coldStart.ts';
import { refusal, watchFetch } from './support/faults.ts';

const HTML = { headers: { 'content-type': 'text/html' } };

/** The token of an installation that the server knows, as it was given out two years ago. */
async function expiredToken({ project }: World, installationId: string): Promise<string> {
  const { id } = await newInstallation(project, { installationId });
  const { installationTokens } = project.server.app;
  const token = installationTokens.issue(
    { id, projectId: project.project.id },
    Date.now() - 2 * 365 * 24 * 3600 * 1000,
  );
  assert.equal((await installationTokens.verify(token)).kind, 'expired');
  return token;
}

describeEach('cold start', ALL, (sdk) => {
  test('the first URL reaches a listener that was added before start', async () => {
    const world = await newWorld();
    const { app, opened, net } = launch(world, sdk, { initialUrl: world.link.shortUrl });
    await app.start();
    assert.deepEqual(
      opened.map(({ url, parameters, deferred }) => ({ url, parameters, deferred })),
      [{ url: world.link.shortUrl, parameters: { screen: 'sale' }, deferred: false }],
    );
    assert.equal(count(net, '/sdk/deferred/match'), 0);
    assert.equal((await statsOf(world.project, world.link.id)).clicks, 1);
    await app.stop();
  });

  test('the first URL waits for later listeners and reaches each of them once', async () => {
    const world = await newWorld();
    const { app } = launch(world, sdk, { initialUrl: world.link.shortUrl }, { deaf: true });
    await app.start();
    assert.equal(app.receipt().waiting, 1);
    const heard: string[] = [];
    app.onLink(() => heard.push('first'));
    app.onLink(() => heard.push('second'));
    await until(
      () => app.receipt(),
      () => heard.length >= 2,
    );
    app.onLink(() => heard.push('third'));
    await until(
      () => app.receipt(),
      () => app.receipt().waiting === 0 && app.receipt().delivered === 1,
    );
    assert.deepEqual(heard, ['first', 'second']);
    await app.stop();
  });

  test('two listeners added before start each receive the link once', async () => {
    const world = await newWorld();
    const { app, opened } = launch(world, sdk, { initialUrl: world.link.shortUrl });
    const others: OpenedLink[] = [];
    app.onLink((each) => others.push(each));
    await app.start();
    assert.deepEqual([opened.length, others.length], [1, 1]);
    assert.equal((await statsOf(world.project, world.link.id)).clicks, 1);
    await app.stop();
  });

  test('starting and listening again, as React does in development, delivers the link once', async () => {
    const world = await newWorld();
    const { app } = launch(world, sdk, { initialUrl: world.link.shortUrl }, { deaf: true });
    const heard: string[] = [];
    // As React does with effects while an app is developed.
    const leave = app.onLink(() => heard.push('first'));
    const starting = app.start();
    await Promise.resolve();
    leave();
    app.onLink(() => heard.push('second'));
    await Promise.all([starting, app.start()]);
    await app.start();
    assert.deepEqual(heard, ['second']);
    assert.equal((await statsOf(world.project, world.link.id)).clicks, 1);
    await app.stop();
  });

  for (const [name, fault] of [
    ['429 with Retry-After', () => refusal(429, 'RATE_LIMITED', 0)],
    ['503', () => refusal(503, 'UNAVAILABLE')],
    ['no answer', () => 'silent' as const],
    ['a refused connection', () => 'refused' as const],
    ["a captive portal's page", () => new Response('<h1>Welcome</h1>', HTML)],
  ] as const) {
    test(`after ${name} for a while, the link is delivered once`, async () => {
      const world = await newWorld();
      const net = watchFetch();
      let left = 8;
      net.fault = () => (left-- > 0 ? fault() : undefined);
      const { app, opened } = launch(
        world,
        sdk,
        { initialUrl: world.link.shortUrl },
        { net, timeout: name === 'no answer' ? 300 : 10_000 },
      );
      await app.start();
      await until(
        () => app.receipt(),
        () => opened.length > 0 && app.receipt().waiting === 0,
      );
      assert.ok(app.receipt().steps.some(({ outcome }) => outcome === 'waiting'));
      await app.stop();
      assert.equal(opened.length, 1);
      assert.equal((await statsOf(world.project, world.link.id)).clicks, 1);
    });
  }

  test('a lost answer is requested again; the link is delivered and counted once', async () => {
    const world = await newWorld();
    const net = watchFetch();
    let left = 2;
    net.fault = (path) => (path.endsWith('/resolve') && left-- > 0 ? 'lost' : undefined);
    const { app, opened } = launch(world, sdk, { initialUrl: world.link.shortUrl }, { net });
    await app.start();
    assert.deepEqual([opened.length, count(net, '/sdk/resolve')], [1, 3]);
    assert.equal((await statsOf(world.project, world.link.id)).clicks, 1);
    await app.stop();
  });

  test('a clock that is decades off does not prevent delivery', async () => {
    const world = await newWorld();
    // One phone; its clock is set again before each start.
    for (const [n, year] of [1990, 2090, 1990].entries()) {
      const { app, opened } = launch(
        world,
        sdk,
        { initialUrl: `${world.link.shortUrl}?n=${n}` },
        { now: () => Date.UTC(year, 0) },
      );
      await app.start();
      assert.equal(opened.length, 1, String(year));
      await app.stop();
    }
  });

  test('a link that waits for more than a day is dropped and logged', async () => {
    const world = await newWorld();
    const { shortUrl: url } = world.link;
    const pending = [{ url, at: Date.now() - 25 * 3600 * 1000, deferred: false }];
    world.stored.set('fairlead', JSON.stringify({ id: randomUUID(), matched: true, pending }));
    const { app, opened } = launch(world, sdk);
    await app.start();
    assert.deepEqual([opened.length, app.receipt().waiting], [0, 0]);
    assert.ok(says(app.receipt(), 'resolve', 'failed', /more than a day/));
    await app.stop();
  });

  test('an app killed while offline delivers the link at its next start, once', async () => {
    const world = await newWorld();
    const offline = watchFetch();
    offline.fault = () => 'refused';
    const first = launch(
      world,
      sdk,
      { initialUrl: world.link.shortUrl },
      { net: offline, queueDelay: 60_000 },
    );
    await first.app.start();
    await first.app.stop();
    const second = launch(world, sdk);
    await second.app.start();
    const third = launch(world, sdk);
    await third.app.start();
    assert.deepEqual([first.opened.length, second.opened.length, third.opened.length], [0, 1, 0]);
    await second.app.stop();
    await third.app.stop();
  });

  for (const [name, tokenOf] of [
    ['has expired', expiredToken],
    ['another server signed', async () => 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2lnbmF0dXJl'],
  ] as const) {
    test(`a token that ${name} is replaced and the link delivered once`, async () => {
      const world = await newWorld();
      const installationId = randomUUID();
      const token = await tokenOf(world, installationId);
      const state = { id: installationId, token, matched: true, pending: [] };
      world.stored.set('fairlead', JSON.stringify(state));
      const { app, opened } = launch(world, sdk, { initialUrl: world.link.shortUrl });
      await app.start();
      assert.equal(opened.length, 1);
      assert.equal((await statsOf(world.project, world.link.id)).clicks, 1);
      const kept = JSON.parse(world.stored.get('fairlead') ?? '{}') as { token: string };
      const { installationTokens } = world.project.server.app;
      assert.equal((await installationTokens.verify(kept.token)).kind, 'valid');
      await app.stop();
    });
  }

  test('a session lasts while the app is in the foreground', async () => {
    const world = await newWorld();
    const { app, device, net } = launch(world, sdk);
    await app.start();
    device.show(false);
    await until(
      () => net.calls,
      () => net.calls.some((each) => each.endsWith('/end')),
    );
    device.show(true);
    await until(
      () => net.calls,
      () => count(net, '/sdk/sessions/start') === 1,
    );
    await app.stop();
    assert.equal(net.calls.filter((each) => each.endsWith('/end')).length, 2);
  });

  test('without consent links resolve and no installation is recorded', async () => {
    const world = await newWorld();
    const { app, opened, net } = launch(
      world,
      sdk,
      { initialUrl: world.link.shortUrl },
      { consent: false },
    );
    await app.start();
    assert.equal(opened.length, 1);
    assert.deepEqual(net.calls, ['GET /v1/sdk/resolve']);
    await app.setConsent(true);
    assert.equal(count(net, '/sdk/bootstrap'), 1);
    await app.erase();
    assert.deepEqual([...world.stored.keys()], []);
  });
});
