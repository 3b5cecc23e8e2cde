import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newLink } from '../../server/test/support/callers/personas.ts';
import { until } from '../../server/test/support/until.ts';
import { tap } from '../../server/test/support/callers/phones.ts';
import type { OpenedLink } from '../src/app.ts';
import { publishableKeyOf } from './support/adapters.ts';
import { count, describeEach, newWorld, says } from './support/coldStart.ts';
import { type WatchedFetch, watchFetch } from './support/faults.ts';
import { type AndroidPhone, launchAndroid } from './support/launchAndroid.ts';
import { KotlinError } from './support/androidDriver.ts';

type World = Awaited<ReturnType<typeof newWorld>>;

function launch(
  world: World,
  initialUrl?: string,
  { referrer, net = watchFetch() }: { referrer?: string; net?: WatchedFetch } = {},
) {
  const { origin } = world.project.server;
  const phone = launchAndroid(
    {
      stored: world.stored,
      ...(initialUrl !== undefined && { initialUrl }),
      ...(referrer !== undefined && { referrer }),
    },
    {
      debug: true,
      publishableKey: world.key,
      timeout: 10_000,
      retryDelay: 1,
      queueDelay: 20,
      fetch: (url, init) => net.fetch(url.replace('http://phone.test', origin), init),
    },
  );
  const opened: OpenedLink[] = [];
  phone.app.onLink((each) => opened.push(each));
  return { ...phone, net, opened };
}

/** What was told to the phone before is dealt with by then. */
async function settle({ app }: AndroidPhone, url: string): Promise<void> {
  await app.resolve(url);
}

describeEach('the Android layer', ['android'], () => {
  test("resolves an intent's link once, despite resume, rotation and recreation of its screen", async () => {
    const world = await newWorld();
    const other = await newLink(world.project, { type: 'dynamic' });
    const phone = launch(world, world.link.shortUrl);
    await phone.app.start();
    for (const event of ['resume', 'turn', 'restore', 'resume'] as const) phone.screen(event);
    phone.screen('hide');
    phone.screen('show');
    await settle(phone, other.shortUrl);
    await phone.app.stop();
    assert.deepEqual(
      phone.opened.map(({ link }) => link.id),
      [world.link.id],
    );
    assert.equal(count(phone.net, '/sdk/resolve'), 2);
    // Not even looked at: what is taken twice and dropped by its time would be lost when the time is over.
    assert.ok(!says(phone.app.receipt(), 'url', 'skipped'));
  });

  test('resolves the link of each new intent, the same link included when it comes later', async () => {
    const world = await newWorld();
    const other = await newLink(world.project, { type: 'dynamic' });
    const phone = launch(world, world.link.shortUrl);
    await phone.app.start();
    phone.screen('newIntent', other.shortUrl);
    await until(
      () => phone.app.receipt(),
      () => phone.opened.length === 2,
    );
    await phone.app.stop();
    assert.deepEqual(
      phone.opened.map(({ link }) => link.id),
      [world.link.id, other.id],
    );
  });

  test('ignores the intent of a restored screen or one started from the list of recent apps', async () => {
    const world = await newWorld();
    const phone = launch(world);
    await phone.app.start();
    phone.screen('fromHistory', world.link.shortUrl);
    phone.screen('restore', world.link.shortUrl);
    await settle(phone, world.link.shortUrl);
    await phone.app.stop();
    assert.deepEqual([phone.opened.length, count(phone.net, '/sdk/resolve')], [0, 1]);
  });

  test('rotating the screen does not end the session', async () => {
    const world = await newWorld();
    const phone = launch(world);
    await phone.app.start();
    phone.screen('turn');
    await settle(phone, world.link.shortUrl);
    assert.ok(!phone.net.calls.some((each) => each.endsWith('/end')));
    await phone.app.stop();
    assert.equal(phone.net.calls.filter((each) => each.endsWith('/end')).length, 1);
  });

  test('the receipt is readable text', async () => {
    const world = await newWorld();
    const referrer = `click_id=${await tap(world.phone, world.project, world.link)}`;
    const phone = launch(world, undefined, { referrer });
    await phone.app.start();
    await phone.app.stop();
    const text = phone.receiptText();
    assert.match(text, /^Deferred match: deterministic\nMatched \(certain/m);
    assert.match(text, /^First open · 1 delivered · 0 waiting\nInstallation [0-9a-f-]{36}\n/);
    assert.match(text, /^\d\d:\d\d:\d\d\.\d{3} resolve ok: /m);
  });

  test('calls made by the app fail with the same errors as in the other SDKs', async () => {
    const world = await newWorld();
    const phone = launch({ ...world, key: await publishableKeyOf(world.project) });
    await phone.app.start();
    await assert.rejects(
      phone.app.resolve('https://elsewhere.example.com/x'),
      (error) => error instanceof KotlinError && error.status === 404 && error.code === 'NOT_FOUND',
    );
    await phone.app.stop();
  });
});
