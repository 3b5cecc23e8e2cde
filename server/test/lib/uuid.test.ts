import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lowestIdAt, newId, timeOfId, UUID_PATTERN } from '../../src/lib/uuid.ts';

suite('ids', () => {
  test('carry their moment, and sort by it', () => {
    const at = Date.parse('2026-11-21T12:34:56.789Z');
    assert.match(newId(at), UUID_PATTERN);
    assert.equal(timeOfId(newId(at)), at);
    assert.ok(newId(at) < newId(at + 1));
  });

  test('a bound lies below every id of its moment and above those before', () => {
    const at = Date.parse('2026-11-21T12:34:56.789Z');
    assert.ok(lowestIdAt(at) <= newId(at));
    assert.ok(lowestIdAt(at) > newId(at - 1));
  });

  test('bounds of moments without ids are uuids too, in order', () => {
    const moments = [-8.64e15, -1, 0, 29, 2 ** 48, 8.64e15];
    const bounds = moments.map(lowestIdAt);
    for (const bound of bounds) assert.match(bound, UUID_PATTERN);
    assert.deepEqual(bounds, bounds.toSorted());
  });
});
