import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLinks } from '@fairlead/contract/operations/linkManagement';
import { appKey } from '../../server/test/support/callers/personas.ts';
import { until } from '../../server/test/support/until.ts';
import { FairleadError } from '../src/app.ts';
import { count, describeEach, launch, newWorld, says, type World } from './support/coldStart.ts';
import { refusal, watchFetch } from './support/faults.ts';

/** One of each language. */
const SDKS = ['expo', 'android'] as const;
const INVITE = { type: 'dynamic', externalId: 'invite-ada', parameters: { from: 'ada' } } as const;

/** The ids of the project's links, without the one that every world begins with. */
async function linksOf({ project, link }: World): Promise<string[]> {
  const reply = await appKey(project)(listLinks, { query: {} });
  assert.ok(reply.status === 200);
  return reply.body.links.map(({ id }) => id).filter((id) => id !== link.id);
}

function isRefused(status: number, code: string, check: (error: FairleadError) => void = () => {}) {
  return (error: unknown) => {
    assert.ok(error instanceof FairleadError);
    assert.deepEqual([error.status, error.code], [status, code]);
    check(error);
    return true;
  };
}

describeEach('a link that the app creates', SDKS, (sdk) => {
  test('carries its parameters, and is made once however often it is asked for', async () => {
    const world = await newWorld();
    const net = watchFetch();
    let left = 1;
    net.fault = (path) => (path.endsWith('/sdk/links') && left-- > 0 ? 'lost' : undefined);
    const { app } = launch(world, sdk, {}, { net });
    await app.start();
    const made = await app.createLink(INVITE);
    assert.ok(made.shortUrl.includes(world.project.host));
    assert.deepEqual(await app.createLink(INVITE), made);
    assert.deepEqual((await app.resolve(made.shortUrl)).parameters, { from: 'ada' });
    assert.deepEqual(await linksOf(world), [made.id]);
    const other = await app.createLink({ type: 'dynamic' });
    assert.notEqual(other.id, made.id);
    await app.stop();
  });

  test('that leads elsewhere is refused, naming the field for a form', async () => {
    const world = await newWorld();
    const { app } = launch(world, sdk);
    await app.start();
    const fallbackUrl = 'https://elsewhere.example.org/';
    await assert.rejects(
      app.createLink({ ...INVITE, fallbackUrl }),
      isRefused(403, 'FORBIDDEN', ({ errors }) => {
        assert.deepEqual(
          errors.map(({ field, code, pointer }) => [field, code, pointer]),
          [['fallbackUrl', 'not_allowed', '/fallbackUrl']],
        );
        assert.match(errors[0]?.message ?? '', /appLinks/);
      }),
    );
    await app.stop();
  });

  test('offline it is an error at once, and nothing is made later', async () => {
    const world = await newWorld();
    const net = watchFetch();
    const { app } = launch(world, sdk, {}, { net });
    await app.start();
    net.fault = () => 'refused';
    await assert.rejects(app.createLink(INVITE), isRefused(0, 'CONNECTION'));
    net.fault = () => undefined;
    await app.stop();
    const next = launch(world, sdk);
    await next.app.start();
    await next.app.stop();
    assert.deepEqual(await linksOf(world), []);
  });
});

describeEach('a link to be created later', SDKS, (sdk) => {
  test('waits for the network', async () => {
    const world = await newWorld();
    const net = watchFetch();
    const { app } = launch(world, sdk, {}, { net });
    await app.start();
    net.fault = () => 'refused';
    const made = app.createLink(INVITE, { later: true });
    const joined = app.createLink(INVITE, { later: true });
    await until(
      () => app.receipt(),
      () => says(app.receipt(), 'create', 'waiting'),
    );
    net.fault = () => undefined;
    assert.deepEqual(await joined, await made);
    assert.deepEqual(await linksOf(world), [(await made).id]);
    await app.stop();
  });

  test('is created by the next process, where the same call answers it', async () => {
    const world = await newWorld();
    const offline = watchFetch();
    offline.fault = () => 'refused';
    const one = launch(world, sdk, {}, { net: offline, queueDelay: 60_000 });
    await one.app.start();
    void one.app.createLink(INVITE, { later: true });
    await until(
      () => one.app.receipt(),
      () => says(one.app.receipt(), 'create', 'waiting'),
    );
    await one.app.stop();
    const two = launch(world, sdk);
    await two.app.start();
    const [id] = await linksOf(world);
    assert.ok(says(two.app.receipt(), 'create', 'ok'));
    const { parameters: _later, ...again } = INVITE;
    const answered = await two.app.createLink(again, { later: true });
    assert.deepEqual([answered.id, answered.parameters], [id, INVITE.parameters]);
    await two.app.stop();
  });

  test('is refused as at once, and not asked for again', async () => {
    const world = await newWorld();
    const { app, net } = launch(world, sdk);
    await app.start();
    const made = app.createLink({ ...INVITE, slug: 'not a slug' }, { later: true });
    await assert.rejects(
      made,
      isRefused(400, 'VALIDATION_ERROR', ({ errors }) => assert.equal(errors[0]?.field, 'slug')),
    );
    await app.stop();
    const next = launch(world, sdk);
    await next.app.start();
    await next.app.stop();
    assert.deepEqual([count(net, '/sdk/links'), count(next.net, '/sdk/links')], [1, 0]);
  });

  test('is dropped when the person signs out', async () => {
    const world = await newWorld();
    const net = watchFetch();
    const { app } = launch(world, sdk, {}, { net });
    await app.start();
    net.fault = (path) => (path.endsWith('/sdk/links') ? refusal(503, 'UNAVAILABLE') : undefined);
    const made = app.createLink(INVITE, { later: true });
    const refused = assert.rejects(made, isRefused(0, 'DROPPED'));
    await until('it is asked for', () => count(net, '/sdk/links') > 0);
    await app.signOut();
    await refused;
    const asked = count(net, '/sdk/links');
    net.fault = () => undefined;
    await app.stop();
    const next = launch(world, sdk);
    await next.app.start();
    await next.app.stop();
    assert.equal(count(net, '/sdk/links'), asked);
    assert.deepEqual(await linksOf(world), []);
  });

  test('is not asked for with another token once the person has signed out', async () => {
    const world = await newWorld();
    const net = watchFetch();
    const gone = Promise.withResolvers<void>();
    let left = 1;
    net.fault = async (path) => {
      if (!path.endsWith('/sdk/links') || left-- <= 0) return undefined;
      // The refusal is heard when the person has gone.
      await gone.promise;
      return refusal(401, 'UNAUTHORIZED');
    };
    const { app } = launch(world, sdk, {}, { net });
    await app.start();
    const made = app.createLink(INVITE, { later: true });
    const refused = assert.rejects(made, isRefused(0, 'DROPPED'));
    await until('it is asked for', () => count(net, '/sdk/links') > 0);
    await app.signOut();
    gone.resolve();
    await refused;
    await app.stop();
    const next = launch(world, sdk);
    await next.app.start();
    await next.app.stop();
    assert.equal(count(net, '/sdk/links'), 1);
    assert.deepEqual(await linksOf(world), []);
  });

  test('waits for the start of an app that was asked before it', async () => {
    const world = await newWorld();
    const { app } = launch(world, sdk);
    const made = app.createLink(INVITE, { later: true });
    await app.start();
    assert.deepEqual(await linksOf(world), [(await made).id]);
    await app.stop();
  });
});
