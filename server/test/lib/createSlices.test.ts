import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSlices, STEPS_PER_SLICE } from '#platform/lib/createSlices.ts';

describe('work in slices', () => {
  test('is full after so many steps, however they come, and anew after each turn', async () => {
    const slices = createSlices();
    assert.equal(slices.spend(STEPS_PER_SLICE - 1), false);
    assert.equal(slices.spend(1), true);
    assert.equal(slices.spend(1), true);
    await slices.turn();
    assert.equal(slices.spend(STEPS_PER_SLICE - 1), false);
    assert.equal(slices.total(), 2 * STEPS_PER_SLICE);
  });

  test('lets everybody else have a turn, not microtasks alone', async () => {
    const slices = createSlices();
    let turns = 0;
    const others = () => {
      turns += 1;
      if (turns < 3) setImmediate(others);
    };
    setImmediate(others);
    for (const expected of [1, 2, 3]) {
      await slices.turn();
      assert.equal(turns, expected);
    }
  });

  test('ends with the reason of whoever stops it', async () => {
    const stop = new AbortController();
    const slices = createSlices(stop.signal);
    await slices.turn();
    stop.abort(new Error('the caller has gone'));
    await assert.rejects(slices.turn(), /the caller has gone/);
  });
});
