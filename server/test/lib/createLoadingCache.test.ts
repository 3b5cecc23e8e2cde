import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLoadingCache } from '../../src/lib/createLoadingCache.ts';

function setUp() {
  const state = { time: 0, loads: 0, value: { n: 1 } as { n: number } | null, broken: false };
  const cache = createLoadingCache<{ n: number }>({
    max: 3,
    ttlMs: () => 100,
    now: () => state.time,
    async load() {
      state.loads += 1;
      if (state.broken) throw new Error('down');
      return state.value;
    },
  });
  return { state, cache };
}

describe('createLoadingCache', () => {
  test('loads once for simultaneous callers, then answers at once', async () => {
    const { state, cache } = setUp();
    const values = await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')]);
    assert.deepEqual(values, [{ n: 1 }, { n: 1 }, { n: 1 }]);
    assert.equal(state.loads, 1);
    assert.deepEqual(cache.get('a'), { n: 1 });
  });

  test('remembers absence', async () => {
    const { state, cache } = setUp();
    state.value = null;
    assert.equal(await cache.get('a'), null);
    assert.equal(cache.get('a'), null);
    assert.equal(state.loads, 1);
  });

  test('loads again when the time is up and when a change is announced', async () => {
    const { state, cache } = setUp();
    await cache.get('a');
    state.time = 100;
    await cache.get('a');
    assert.equal(state.loads, 2);
    cache.invalidate('a');
    state.value = { n: 2 };
    assert.deepEqual(await cache.get('a'), { n: 2 });
  });

  test('does not keep what a change overtook while it was loading', async () => {
    const { state, cache } = setUp();
    const first = cache.get('a');
    cache.invalidate('a');
    state.value = { n: 2 };
    await first;
    assert.deepEqual(await cache.get('a'), { n: 2 });
  });

  test('the last known value stands in while loading fails; without one it throws', async () => {
    const { state, cache } = setUp();
    await cache.get('a');
    state.broken = true;
    cache.invalidateAll();
    assert.deepEqual(await cache.get('a'), { n: 1 });
    await assert.rejects(async () => cache.get('b'), /down/);
    state.broken = false;
    assert.deepEqual(await cache.get('b'), { n: 1 });
  });

  test('stays within its bound, the least recently used going first', async () => {
    const { state, cache } = setUp();
    for (const key of ['a', 'b', 'c', 'a', 'd']) await cache.get(key);
    assert.equal(state.loads, 4);
    await cache.get('a');
    assert.equal(state.loads, 4);
    await cache.get('b');
    assert.equal(state.loads, 5);
  });
});
