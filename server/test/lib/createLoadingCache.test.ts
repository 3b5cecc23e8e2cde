import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLoadingCache } from '#platform/lib/createLoadingCache.ts';

function setUp() {
  const state = {
    time: 0,
    loads: 0,
    value: { n: 1 } as { n: number } | null,
    broken: false,
    hold: Promise.resolve(),
    reported: [] as unknown[],
  };
  const cache = createLoadingCache<{ n: number }>({
    max: 3,
    ttlMs: () => 100,
    now: () => state.time,
    async load() {
      state.loads += 1;
      await state.hold;
      if (state.broken) throw new Error('down');
      return state.value;
    },
    onLoaded: (_, value) => void state.reported.push(value),
  });
  return { state, cache };
}

describe('createLoadingCache', () => {
  test('loads once for simultaneous callers, then answers from memory', async () => {
    const { state, cache } = setUp();
    const values = await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')]);
    assert.deepEqual(values, [{ n: 1 }, { n: 1 }, { n: 1 }]);
    assert.equal(state.loads, 1);
    assert.deepEqual(cache.get('a'), { n: 1 });
  });

  test('caches misses', async () => {
    const { state, cache } = setUp();
    state.value = null;
    assert.equal(await cache.get('a'), null);
    assert.equal(cache.get('a'), null);
    assert.equal(state.loads, 1);
  });

  test('reloads after the TTL and after invalidation', async () => {
    const { state, cache } = setUp();
    await cache.get('a');
    state.time = 100;
    await cache.get('a');
    assert.equal(state.loads, 2);
    cache.invalidate('a');
    state.value = { n: 2 };
    assert.deepEqual(await cache.get('a'), { n: 2 });
  });

  test('a value that was invalidated while loading is used only while loading fails, and not reported', async () => {
    const { state, cache } = setUp();
    const hold = Promise.withResolvers<void>();
    state.hold = hold.promise;
    const first = cache.get('a');
    cache.invalidate('a');
    hold.resolve();
    await first;
    assert.deepEqual(state.reported, []);
    state.broken = true;
    assert.deepEqual(await cache.get('a'), { n: 1 });
    state.broken = false;
    cache.invalidate('a');
    state.value = { n: 2 };
    assert.deepEqual(await cache.get('a'), { n: 2 });
    assert.deepEqual(state.reported, [{ n: 2 }]);
  });

  test('falls back to the last value while loading fails, and throws if there is none', async () => {
    const { state, cache } = setUp();
    await cache.get('a');
    state.broken = true;
    cache.invalidateWhere(() => true);
    assert.deepEqual(await cache.get('a'), { n: 1 });
    await assert.rejects(async () => cache.get('b'), /down/);
    state.broken = false;
    assert.deepEqual(await cache.get('b'), { n: 1 });
  });

  test("falls back to an earlier process's value only while loading fails", async () => {
    let broken = true;
    const asked: string[] = [];
    const cache = createLoadingCache<{ n: number }>({
      max: 3,
      ttlMs: () => 100,
      load: () => (broken ? Promise.reject(new Error('down')) : Promise.resolve({ n: 2 })),
      lastKnown(key) {
        asked.push(key);
        return key === 'a' ? { n: 1 } : undefined;
      },
    });
    assert.deepEqual(await cache.get('a'), { n: 1 });
    await assert.rejects(async () => cache.get('b'), /down/);
    broken = false;
    assert.deepEqual(await cache.get('b'), { n: 2 });
    assert.deepEqual(asked, ['a', 'b']);
  });

  test('returns the last value while loading is slow, except after invalidation', async () => {
    const { state, cache } = setUp();
    await cache.get('a');
    const hold = Promise.withResolvers<void>();
    state.hold = hold.promise;
    state.time = 100;
    state.value = { n: 2 };
    assert.deepEqual(await cache.get('a'), { n: 1 });
    cache.invalidate('a');
    const changed = cache.get('a');
    hold.resolve();
    assert.deepEqual(await changed, { n: 2 });
  });

  test('evicts the least recently used entry beyond its bound', async () => {
    const { state, cache } = setUp();
    for (const key of ['a', 'b', 'c', 'a', 'd']) await cache.get(key);
    assert.equal(state.loads, 4);
    await cache.get('a');
    assert.equal(state.loads, 4);
    await cache.get('b');
    assert.equal(state.loads, 5);
  });
});
