import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newLink } from '../../server/test/support/callers/personas.ts';
import { until } from '../../server/test/support/until.ts';
import { tap } from '../../server/test/support/callers/phones.ts';
import { FairleadError, type OpenedLink } from '../src/app.ts';
import { publishableKeyOf } from './support/adapters.ts';
import { count, describeEach, newWorld, says } from './support/coldStart.ts';
import { type WatchedFetch, watchFetch } from './support/faults.ts';
import { type AndroidPhone, launchAndroid } from './support/launchAndroid.ts';

type LaunchStart = Omit<Parameters<typeof launchAndroid>[0], 'stored' | 'initialUrl'>;
type World = Awaited<ReturnType<typeof newWorld>>;

function launch(
  world: World,
  initialUrl?: string,
  { net = watchFetch(), ...start }: LaunchStart & { net?: WatchedFetch } = {},
) {
  const { origin } = world.project.server;
  const phone = launchAndroid(
    {
      stored: world.stored,
      ...(initialUrl !== undefined && { initialUrl }),
      ...start,
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

/** A first open without a link; its receipt. */
async function matchWith(world: World, start: LaunchStart) {
  const phone = launch(world, undefined, start);
  await phone.app.start();
  await phone.app.stop();
  return phone.app.receipt();
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

  test('sends the whole Play referrer with the first bootstrap and the match, and then no more', async () => {
    const world = await newWorld();
    const clickId = await tap(world.phone, world.project, world.link);
    const referrer = `utm_source=a%20b&gclid=x&click_id=${clickId}`;
    const bodies = new Map<string, unknown[]>();
    const watched = watchFetch();
    const net: WatchedFetch = {
      ...watched,
      fetch(url, init) {
        const path = new URL(url).pathname.replace(/^.*(?=\/sdk\/)/, '');
        const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
        bodies.set(path, [...(bodies.get(path) ?? []), body]);
        return watched.fetch(url, init);
      },
    };
    const referrerTimes = {
      referrerClickTimestampSeconds: 1_700_000_001,
      installBeginTimestampSeconds: 1_700_000_002,
      referrerClickTimestampServerSeconds: 1_700_000_003,
      installBeginTimestampServerSeconds: 1_700_000_004,
    };
    for (const _start of [1, 2]) {
      const phone = launch(world, undefined, { referrer, referrerTimes, net });
      await phone.app.start();
      await phone.app.stop();
    }
    const sent = (path: string) =>
      bodies.get(path)?.map((body) => (body as { installReferrer?: unknown }).installReferrer);
    const whole = {
      referrer,
      clickTimestampSeconds: 1_700_000_001,
      installBeginTimestampSeconds: 1_700_000_002,
      clickTimestampServerSeconds: 1_700_000_003,
      installBeginTimestampServerSeconds: 1_700_000_004,
      installVersion: '2.3.0',
      googlePlayInstant: false,
    };
    assert.deepEqual(sent('/sdk/bootstrap'), [whole, undefined]);
    assert.deepEqual(sent('/sdk/deferred/match'), [whole]);
  });

  test("sends the newest ad that Meta's apps name, whichever of them answers, and asks only for its app id", async () => {
    const world = await newWorld();
    const uri = (authority: string) => `content://${authority}.InstallReferrerProvider/4711`;
    const ad = (name: string, at: number, clicked: number) => ({
      install_referrer: `utm_content=${name}`,
      actual_timestamp: at,
      is_ct: clicked,
    });
    const providers = {
      [uri('com.facebook.katana.provider')]: 'denied',
      [uri('com.instagram.contentprovider')]: ad('seen', 1_700_000_002, 0),
      [uri('com.facebook.lite.provider')]: ad('older', 1_700_000_001, 1),
    } as const;
    const { installationId } = await matchWith(world, { metaAppId: '4711', providers });
    const row = await world.project.server.app.db
      .selectFrom('installations')
      .select('referrers')
      .where('client_id', '=', installationId ?? '')
      .executeTakeFirst();
    assert.deepEqual(row?.referrers, {
      metaApp: {
        referrer: 'utm_content=seen',
        actualTimestampSeconds: 1_700_000_002,
        isClickThrough: false,
      },
    });
    const other = await newWorld();
    const silent = await matchWith(other, { providers });
    assert.ok(!JSON.stringify(silent.match).includes('utm_content'));
  });

  test('the clipboard is read on the tap of a button alone, and its link delivered as the deferred one', async () => {
    const world = await newWorld();
    const phone = launch(world);
    await phone.app.start();
    const link = `${world.link.shortUrl}?_lc=${await tap(world.phone, world.project, world.link)}`;
    const seen: boolean[] = [];
    for (const [text, likeUrl] of [[link], [link, 0.9], ['a shopping list', 0]] as const) {
      await phone.copy(text, likeUrl);
      seen.push((await phone.clipboard()).mayHaveCopiedLink);
    }
    assert.deepEqual(seen, [true, true, false]);
    assert.equal((await phone.clipboard()).reads, 0);
    await phone.copy(link);
    await phone.tapPaste();
    await until(
      () => phone.app.receipt(),
      () => phone.opened.length === 1,
    );
    await phone.app.stop();
    assert.deepEqual(
      phone.opened.map(({ deferred, link: { id } }) => [deferred, id]),
      [[true, world.link.id]],
    );
    assert.equal((await phone.clipboard()).reads, 1);
  });

  test('an invitation made offline is made by a later run of the app, and shared then', async () => {
    const world = await newWorld();
    const offline = watchFetch();
    offline.fault = () => 'refused';
    const one = launch(world, undefined, { net: offline });
    await one.app.start();
    void one.invite('ada');
    await until(
      () => one.app.receipt(),
      () => says(one.app.receipt(), 'create', 'waiting'),
    );
    await one.app.stop();
    const two = launch(world);
    await two.app.start();
    assert.ok(says(two.app.receipt(), 'create', 'ok'));
    const { parameters, url } = await two.app.resolve(await two.invite('ada'));
    await two.app.stop();
    assert.deepEqual(parameters, { screen: 'sale', from: 'ada' });
    assert.ok(url.includes(world.project.host));
    assert.equal(count(two.net, '/sdk/links'), 2);
  });

  test('the receipt is readable text', async () => {
    const world = await newWorld();
    const referrer = `click_id=${await tap(world.phone, world.project, world.link)}`;
    const phone = launch(world, undefined, { referrer });
    await phone.app.start();
    await phone.app.stop();
    const text = phone.receiptText();
    assert.match(text, /^Deferred match: deterministic\nYes: this install came from the link /m);
    assert.match(text, /^First open · 1 delivered · 0 waiting\nInstallation [0-9a-f-]{36}\n/);
    assert.match(text, /^\d\d:\d\d:\d\d\.\d{3} resolve ok: /m);
  });

  test('calls made by the app fail with the same errors as in the other SDKs', async () => {
    const world = await newWorld();
    const phone = launch({ ...world, key: await publishableKeyOf(world.project) });
    await phone.app.start();
    await assert.rejects(
      phone.app.resolve('https://elsewhere.example.com/x'),
      (error) =>
        error instanceof FairleadError && error.status === 404 && error.code === 'NOT_FOUND',
    );
    await assert.rejects(phone.app.resolve('x'), (error) => {
      assert.ok(error instanceof FairleadError);
      const { status, code, message } = error;
      assert.deepEqual([status, code], [400, 'VALIDATION_ERROR']);
      assert.deepEqual(error.errors, [{ field: 'url', code: 'too_short', message }]);
      return true;
    });
    await phone.app.stop();
  });
});
