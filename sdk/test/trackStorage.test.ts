import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../server/test/support/until.ts';
import type { AppStorage } from '../src/app.ts';
import { launch, newWorld, says } from './support/coldStart.ts';
import { isEvents, namesOf, ticking, untilStored, watchEvents } from './support/events.ts';

describe('events and what an app brings along', () => {
  for (const [what, broken] of [
    ['cannot be written', 'setItem'],
    ['deletes nothing', 'removeItem'],
  ] as const) {
    test(`a storage that ${what} loses no event, and none is sent without end`, async () => {
      const world = await newWorld();
      const { net, calls } = watchEvents(world);
      const stored = new Map<string, string>();
      const storage: AppStorage = {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
        keys: () => [...stored.keys()],
        [broken]() {
          throw new Error('The disk is full');
        },
      };
      const { app } = launch(world, 'browser', {}, { net, storage, now: ticking() });
      await app.start();
      await app.track('one');
      await untilStored(world, 1);
      await app.track('other');
      await untilStored(world, 2);
      await app.stop();
      assert.deepEqual(await namesOf(world), ['one', 'other']);
      assert.deepEqual(
        calls.map(({ body }) => body.events.map(({ name }) => name)),
        [['one'], ['other']],
      );
      assert.ok(says(app.receipt(), 'track', 'failed', /The disk is full/));
    });
  }

  test('an index that cannot be read is begun anew', async () => {
    const world = await newWorld();
    world.stored.set('fairlead.events', '{');
    const { app } = launch(world, 'expo');
    await app.start();
    await app.track('sign_up');
    await untilStored(world, 1);
    await app.stop();
  });

  test('details that are no JSON are reported, and the call does not reject', async () => {
    const world = await newWorld();
    const { app } = launch(world, 'browser');
    await app.start();
    const properties: Record<string, unknown> = {};
    properties['itself'] = properties;
    await app.track('sign_up', { properties });
    assert.ok(says(app.receipt(), 'track', 'failed', /^sign_up: TypeError/));
    await app.stop();
  });

  test('they are sent as soon as a module of the app says that there is a network', async () => {
    const world = await newWorld();
    const { net } = watchEvents(world);
    net.fault = (path) => (isEvents(path) ? 'refused' : undefined);
    const heard = new Set<() => void>();
    const onOnline = (listener: () => void) => {
      heard.add(listener);
      return () => void heard.delete(listener);
    };
    const { app } = launch(world, 'react-native', {}, { net, onOnline, queueDelay: 60_000 });
    await app.start();
    await app.track('sign_up');
    await until(
      () => app.receipt(),
      () => says(app.receipt(), 'track', 'waiting'),
    );
    net.fault = () => undefined;
    for (const tell of heard) tell();
    await untilStored(world, 1);
    await app.stop();
    assert.equal(heard.size, 0);
  });
});
