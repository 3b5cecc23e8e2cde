import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newLink } from '../../server/test/support/callers/personas.ts';
import { tap } from '../../server/test/support/callers/phones.ts';
import { until } from '../../server/test/support/until.ts';
import type { App } from '../src/app.ts';
import { ALL, describeEach, INSTALLED, launch, newWorld } from './support/coldStart.ts';
import { watchFetch } from './support/faults.ts';

const idsOf = async (app: App) => [
  (await app.lastLink())?.link.id,
  (await app.firstLink())?.link.id,
];

describeEach('last and first link', ALL, (sdk) => {
  test('are those of the listeners, and the same after a restart', async () => {
    const world = await newWorld();
    const later = await newLink(world.project, { parameters: { screen: 'later' } });
    const one = launch(world, sdk, { initialUrl: world.link.shortUrl });
    await one.app.start();
    assert.deepEqual(await one.app.lastLink(), one.opened[0]);
    assert.deepEqual(await one.app.firstLink(), one.opened[0]);
    await one.app.stop();
    const two = launch(world, sdk, { initialUrl: later.shortUrl });
    await two.app.start();
    await two.app.stop();
    const three = launch(world, sdk);
    assert.deepEqual(await idsOf(three.app), [later.id, world.link.id], 'before its start');
    await three.app.start();
    assert.deepEqual(await idsOf(three.app), [later.id, world.link.id]);
    assert.deepEqual((await three.app.lastLink())?.parameters, { screen: 'later' });
    assert.equal(three.opened.length, 0);
    await three.app.stop();
  });

  test('a link that waits for its listener is not the last one yet', async () => {
    const world = await newWorld();
    const { app } = launch(world, sdk, { initialUrl: world.link.shortUrl }, { deaf: true });
    await app.start();
    assert.deepEqual(await idsOf(app), [undefined, undefined]);
    app.onLink(() => undefined);
    await until(
      () => app.receipt(),
      () => app.receipt().delivered === 1,
    );
    assert.deepEqual(await idsOf(app), [world.link.id, world.link.id]);
    await app.stop();
  });

  test('signing out forgets the last one, erasing both', async () => {
    const world = await newWorld();
    const { app } = launch(world, sdk, { initialUrl: world.link.shortUrl });
    await app.start();
    await app.signOut();
    assert.deepEqual(await idsOf(app), [undefined, world.link.id]);
    await app.erase();
    assert.deepEqual(await idsOf(app), [undefined, undefined]);
  });
});

describeEach('first link of an installed app', INSTALLED, (sdk) => {
  test('a link that comes after the first open is not the first one', async () => {
    const world = await newWorld();
    const { app, device, opened } = launch(world, sdk);
    await app.start();
    device.open(world.link.shortUrl);
    await until(
      () => app.receipt(),
      () => opened.length > 0,
    );
    assert.deepEqual(await idsOf(app), [world.link.id, undefined]);
    await app.stop();
  });

  test('a deferred link is the first one, even if a later process delivers it', async () => {
    const world = await newWorld();
    const referrer = `click_id=${await tap(world.phone, world.project, world.link)}`;
    const net = watchFetch({ 'x-forwarded-for': world.phone.address });
    net.fault = (path) => (path.endsWith('/resolve') ? 'refused' : undefined);
    const one = launch(world, sdk, { referrer }, { net, queueDelay: 60_000 });
    await one.app.start();
    await one.app.stop();
    const two = launch(world, sdk, { referrer });
    await two.app.start();
    assert.deepEqual(await idsOf(two.app), [world.link.id, world.link.id]);
    assert.equal((await two.app.firstLink())?.deferred, true);
    await two.app.stop();
  });
});
