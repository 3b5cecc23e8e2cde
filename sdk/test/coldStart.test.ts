import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Link } from '@fairlead/contract/resources';
import { pixel, tap, type TestPhone } from '../../server/test/support/phones.ts';
import {
  newLink,
  newProject,
  statsOf,
  type TestProject,
} from '../../server/test/support/personas.ts';
import { type AppOptions, createApp, type OpenedLink } from '../src/app.ts';
import { type AdapterName, ADAPTERS, publishableKeyOf, type Start } from './support/adapters.ts';
import { refusal, type WatchedFetch, watchFetch } from './support/faults.ts';

interface World {
  readonly project: TestProject;
  readonly key: string;
  readonly link: Link;
  readonly phone: TestPhone;
  readonly stored: Map<string, string>;
}

async function newWorld(): Promise<World> {
  const project = await newProject();
  const link = await newLink(project, {
    type: 'dynamic',
    parameters: { screen: 'sale' },
    androidFallbackUrl: 'https://play.google.com/store/apps/details?id=com.example',
  });
  const key = await publishableKeyOf(project);
  return { project, key, link, phone: pixel(), stored: new Map() };
}

/** A process of the app, which ends with `kill` or `app.stop`. */
function launch(
  world: World,
  adapter: AdapterName,
  start: Omit<Start, 'stored'> = {},
  options: Partial<AppOptions> & { net?: WatchedFetch; deaf?: boolean } = {},
) {
  const { net = watchFetch({ 'x-forwarded-for': world.phone.address }), deaf, ...rest } = options;
  const device = ADAPTERS[adapter]({ stored: world.stored, ...start });
  const app = createApp({
    ...device.platform,
    publishableKey: world.key,
    baseUrl: world.project.server.origin,
    fetch: net.fetch,
    retryDelay: 1,
    queueDelay: 20,
    ...rest,
  });
  const opened: OpenedLink[] = [];
  if (!deaf) app.onLink((each) => opened.push(each));
  return { app, device, net, opened };
}

async function until(holds: () => boolean, what: () => unknown): Promise<void> {
  for (let tries = 0; tries < 1500; tries += 1) {
    if (holds()) return;
    await wait(10);
  }
  assert.fail(JSON.stringify(what()));
}

const count = (net: WatchedFetch, path: string) =>
  net.calls.filter((each) => each.endsWith(path)).length;

for (const adapter of Object.keys(ADAPTERS) as AdapterName[]) {
  describe(`cold start, ${adapter}`, () => {
    test('the first URL reaches who listened before it', async () => {
      const world = await newWorld();
      const { app, opened, net } = launch(world, adapter, { initialUrl: world.link.shortUrl });
      await app.start();
      assert.deepEqual(
        opened.map(({ url, parameters, deferred }) => ({ url, parameters, deferred })),
        [{ url: world.link.shortUrl, parameters: { screen: 'sale' }, deferred: false }],
      );
      assert.equal(count(net, '/sdk/deferred/match'), 0);
      assert.equal((await statsOf(world.project, world.link.id)).clicks, 1);
      await app.stop();
    });

    test('the first URL waits for two who listen later, and comes to each of them once', async () => {
      const world = await newWorld();
      const { app } = launch(world, adapter, { initialUrl: world.link.shortUrl }, { deaf: true });
      await app.start();
      assert.equal(app.receipt().waiting, 1);
      const heard: string[] = [];
      app.onLink(() => heard.push('first'));
      app.onLink(() => heard.push('second'));
      await until(
        () => heard.length >= 2,
        () => app.receipt(),
      );
      app.onLink(() => heard.push('third'));
      await wait(20);
      assert.deepEqual(heard, ['first', 'second']);
      assert.deepEqual([app.receipt().waiting, app.receipt().delivered], [0, 1]);
      await app.stop();
    });

    for (const [name, fault] of [
      ['429 with Retry-After', () => refusal(429, 'RATE_LIMITED', 0)],
      ['503', () => refusal(503, 'UNAVAILABLE')],
      ['no answer', () => 'silent' as const],
      ['no connection', () => 'refused' as const],
    ] as const) {
      test(`the server answers ${name} for a while: the link arrives once`, async () => {
        const world = await newWorld();
        const net = watchFetch();
        let left = 8;
        net.fault = () => (left-- > 0 ? fault() : undefined);
        const { app, opened } = launch(
          world,
          adapter,
          { initialUrl: world.link.shortUrl },
          { net, timeout: name === 'no answer' ? 300 : 10_000 },
        );
        await app.start();
        await until(
          () => opened.length > 0 && app.receipt().waiting === 0,
          () => app.receipt(),
        );
        assert.ok(app.receipt().steps.some(({ outcome }) => outcome === 'waiting'));
        await app.stop();
        assert.equal(opened.length, 1);
      });
    }

    test('an app that is killed while offline delivers the link at its next start, once', async () => {
      const world = await newWorld();
      const offline = watchFetch();
      offline.fault = () => 'refused';
      const first = launch(
        world,
        adapter,
        { initialUrl: world.link.shortUrl },
        { net: offline, queueDelay: 60_000 },
      );
      await first.app.start();
      await first.app.stop();
      const second = launch(world, adapter);
      await second.app.start();
      const third = launch(world, adapter);
      await third.app.start();
      assert.deepEqual([first.opened.length, second.opened.length, third.opened.length], [0, 1, 0]);
      await second.app.stop();
      await third.app.stop();
    });

    test('a token that does not hold any more is replaced', async () => {
      const world = await newWorld();
      const token = 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2lnbmF0dXJl';
      world.stored.set(
        'fairlead',
        JSON.stringify({ id: randomUUID(), token, matched: true, pending: [] }),
      );
      const { app, opened } = launch(world, adapter, { initialUrl: world.link.shortUrl });
      await app.start();
      assert.equal(opened.length, 1);
      const kept = JSON.parse(world.stored.get('fairlead') ?? '{}') as { token: string };
      assert.notEqual(kept.token, token);
      assert.equal(kept.token.split('.').length, 3);
      await app.stop();
    });

    test('a session lasts while the app is in front', async () => {
      const world = await newWorld();
      const { app, device, net } = launch(world, adapter);
      await app.start();
      device.show(false);
      await until(
        () => net.calls.some((each) => each.endsWith('/end')),
        () => net.calls,
      );
      device.show(true);
      await until(
        () => count(net, '/sdk/sessions/start') === 1,
        () => net.calls,
      );
      await app.stop();
      assert.equal(net.calls.filter((each) => each.endsWith('/end')).length, 2);
    });

    test('without consent links resolve and nobody is recognised', async () => {
      const world = await newWorld();
      const { app, opened, net } = launch(
        world,
        adapter,
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
}

for (const adapter of ['react-native', 'expo', 'capacitor'] as const) {
  describe(`first open of an installed app, ${adapter}`, () => {
    const referred = async (world: World) => ({
      referrer: `utm_source=x&click_id=${await tap(world.phone, world.project, world.link)}`,
    });

    test('the click that led to the installation is found by its referrer, once in a life', async () => {
      const world = await newWorld();
      const start = await referred(world);
      const first = launch(world, adapter, start, { debug: true });
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
      const second = launch(world, adapter, start);
      await second.app.start();
      assert.equal(second.opened.length, 0);
      assert.equal(count(second.net, '/sdk/deferred/match'), 0);
      await second.app.stop();
    });

    test('an app that is killed between match and resolve delivers at its next start, once', async () => {
      const world = await newWorld();
      const start = await referred(world);
      const net = watchFetch({ 'x-forwarded-for': world.phone.address });
      net.fault = (path) => (path.endsWith('/resolve') ? 'refused' : undefined);
      const first = launch(world, adapter, start, { net, queueDelay: 60_000 });
      await first.app.start();
      assert.equal(first.app.receipt().matchType, 'deterministic');
      await first.app.stop();
      const second = launch(world, adapter, start);
      await second.app.start();
      assert.deepEqual(
        second.opened.map(({ deferred }) => deferred),
        [true],
      );
      assert.deepEqual([first.opened.length, count(second.net, '/sdk/deferred/match')], [0, 0]);
      await second.app.stop();
    });

    test('a match that fails is asked again until it is answered', async () => {
      const world = await newWorld();
      const net = watchFetch({ 'x-forwarded-for': world.phone.address });
      let left = 4;
      net.fault = (path) =>
        path.endsWith('/match') && left-- > 0 ? refusal(503, 'UNAVAILABLE') : undefined;
      const { app, opened } = launch(world, adapter, await referred(world), { net });
      await app.start();
      await until(
        () => opened.length > 0,
        () => app.receipt(),
      );
      assert.equal(count(net, '/sdk/deferred/match'), 5);
      await app.stop();
    });

    test('a link that opens the app takes the place of the deferred one, which the log says', async () => {
      const world = await newWorld();
      const other = await newLink(world.project, { type: 'dynamic' });
      const start = { ...(await referred(world)), initialUrl: other.shortUrl };
      const { app, opened, net } = launch(world, adapter, start);
      await app.start();
      assert.deepEqual(
        opened.map(({ link }) => link.id),
        [other.id],
      );
      assert.equal(count(net, '/sdk/deferred/match'), 0);
      assert.ok(
        app.receipt().steps.some(({ step, outcome }) => step === 'match' && outcome === 'skipped'),
      );
      await app.stop();
    });

    test('the same intent when the screen is made and when it resumes is one visit', async () => {
      const world = await newWorld();
      const { app, device, opened, net } = launch(world, adapter, {
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
      assert.ok(
        app.receipt().steps.some(({ step, outcome }) => step === 'url' && outcome === 'skipped'),
      );
      await app.stop();
    });

    test('a URL that opens the running app comes to its listener', async () => {
      const world = await newWorld();
      const { app, device, opened } = launch(world, adapter);
      await app.start();
      device.open(world.link.shortUrl);
      await until(
        () => opened.length > 0,
        () => app.receipt(),
      );
      device.open('https://elsewhere.example.com/x');
      await until(
        () =>
          app
            .receipt()
            .steps.some(({ step, outcome }) => step === 'resolve' && outcome === 'failed'),
        () => app.receipt(),
      );
      assert.deepEqual([opened.length, app.receipt().waiting], [1, 0]);
      await app.stop();
    });

    test('after signing out, what was meant for the one who left is not delivered', async () => {
      const world = await newWorld();
      const { app } = launch(world, adapter, { initialUrl: world.link.shortUrl }, { deaf: true });
      await app.start();
      await app.signOut();
      const heard: OpenedLink[] = [];
      app.onLink((each) => heard.push(each));
      await wait(20);
      assert.deepEqual([heard.length, app.receipt().waiting], [0, 0]);
      await app.stop();
    });
  });
}

describe('odd phones', () => {
  test('a clock that is years off, forth or back, keeps no link from arriving', async () => {
    const world = await newWorld();
    const stored = new Map<string, string>();
    // One phone; its clock is set again before each start.
    for (const [heard, year] of [1990, 2090, 1990].entries()) {
      const { app, opened } = launch(
        { ...world, stored },
        'react-native',
        { initialUrl: `${world.link.shortUrl}?n=${heard}` },
        { now: () => Date.UTC(year, 0) },
      );
      await app.start();
      assert.equal(opened.length, 1, String(year));
      await app.stop();
    }
  });

  test('a storage that always fails costs the memory of the app, not the link', async () => {
    const world = await newWorld();
    const fail = () => Promise.reject(new Error('disk full'));
    const { app, opened } = launch(
      world,
      'react-native',
      { initialUrl: world.link.shortUrl },
      { storage: { getItem: fail, setItem: fail, removeItem: fail } },
    );
    await app.start();
    assert.equal(opened.length, 1);
    assert.ok(app.receipt().steps.some(({ detail }) => detail.includes('disk full')));
    await app.stop();
  });

  test('a listener that throws neither repeats the link nor keeps it from others', async () => {
    const world = await newWorld();
    const { app, opened } = launch(
      world,
      'expo',
      { initialUrl: world.link.shortUrl },
      { deaf: true },
    );
    app.onLink(() => {
      throw new Error('no such screen');
    });
    app.onLink((each) => opened.push(each));
    await app.start();
    assert.deepEqual([opened.length, app.receipt().waiting], [1, 0]);
    assert.ok(app.receipt().steps.some(({ detail }) => detail.includes('no such screen')));
    await app.stop();
  });

  test('a key that is not valid is said, asked for once, and keeps nothing from ending', async () => {
    const world = await newWorld();
    const { app, net } = launch({ ...world, key: 'fl_live_unknown' }, 'react-native');
    await app.start();
    const failed = app.receipt().steps.filter(({ outcome }) => outcome === 'failed');
    assert.deepEqual(
      failed.map(({ step, detail }) => [step, detail]),
      [['bootstrap', 'Invalid API key']],
    );
    assert.ok(failed[0]?.requestId);
    assert.equal(count(net, '/sdk/bootstrap'), 1);
    await app.stop();
  });
});
