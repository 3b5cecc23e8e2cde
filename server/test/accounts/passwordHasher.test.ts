import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPasswordHasher } from '#teams/accounts/passwords/createPasswordHasher.ts';
import { Problem } from '#platform/lib/Problem.ts';

describe('password hasher', () => {
  test('runs one hash at a time, also after one that failed', async () => {
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
    };
    const hasher = createPasswordHasher({
      hash: async (password) => {
        await work();
        if (password === 'bad') throw new Error('cannot be hashed');
        return password.toUpperCase();
      },
      verify: async () => (await work(), true),
    });
    const results = await Promise.allSettled([
      hasher.hash('one'),
      hasher.hash('bad'),
      hasher.verify({ hash: 'x', password: 'two' }),
      hasher.hash('three'),
    ]);
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
      ['ONE', 'failed', true, 'THREE'],
    );
    assert.equal(most, 1);
  });

  test('refuses with 503 beyond 64 waiting hashes, and recovers', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const hasher = createPasswordHasher({
      hash: async (password) => (await gate, password),
      verify: async () => true,
    });
    const waiting = Array.from({ length: 64 }, () => hasher.hash('x'));
    await assert.rejects(
      hasher.hash('one more'),
      (error) => error instanceof Problem && error.code === 'UNAVAILABLE',
    );
    open();
    await Promise.all(waiting);
    assert.equal(await hasher.hash('now'), 'now');
  });

  test('verifies only the right password', async () => {
    const hasher = createPasswordHasher();
    const hash = await hasher.hash('several good words');
    assert.equal(await hasher.verify({ hash, password: 'several good words' }), true);
    assert.equal(await hasher.verify({ hash, password: 'several bad words' }), false);
  });
});
