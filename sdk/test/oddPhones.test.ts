import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { count, launch, newWorld } from './support/coldStart.ts';

describe('the app client under failures', () => {
  test('a failing storage does not prevent delivery of the link', async () => {
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

  test('a throwing listener does not repeat the link or keep it from other listeners', async () => {
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

  test('an invalid key is logged, tried once and does not block stopping', async () => {
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
