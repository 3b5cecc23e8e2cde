import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lowestIdAt, newId, timeOfId, UUID_PATTERN } from '#platform/lib/uuid.ts';

suite('ids', () => {
  test('contain their creation time and sort by it', () => {
    const at = Date.parse('2026-11-21T12:34:56.789Z');
    assert.match(newId(at), UUID_PATTERN);
    assert.equal(timeOfId(newId(at)), at);
    assert.ok(newId(at) < newId(at + 1));
  });

  test('of the same millisecond sort in creation order', () => {
    const at = Date.parse('2026-11-21T12:34:56.789Z');
    for (let round = 0; round < 50; round += 1) {
      const ids = Array.from({ length: 1000 }, () => newId(at + round));
      assert.deepEqual(ids, ids.toSorted());
      assert.equal(new Set(ids).size, ids.length);
      for (const id of ids)
        assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  test("stay unique beyond a millisecond's capacity", () => {
    const ids = Array.from({ length: 10_000 }, () => newId(1));
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.equal(timeOfId(id), 1);
  });

  test('a lower bound for a time lies between earlier ids and those of that time', () => {
    const at = Date.parse('2026-11-21T12:34:56.789Z');
    assert.ok(lowestIdAt(at) <= newId(at));
    assert.ok(lowestIdAt(at) > newId(at - 1));
  });

  test('lower bounds of times without ids are valid UUIDs in order', () => {
    const moments = [-8.64e15, -1, 0, 29, 2 ** 48, 8.64e15];
    const bounds = moments.map(lowestIdAt);
    for (const bound of bounds) assert.match(bound, UUID_PATTERN);
    assert.deepEqual(bounds, bounds.toSorted());
  });
});
