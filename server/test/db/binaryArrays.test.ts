import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as arrays from '#platform/db/binaryArrays.ts';
import { useDatabase } from '../support/database.ts';

/** What PostgreSQL reads from a binary array, as the text of its elements. */
async function readBack(type: string, array: Buffer): Promise<(string | null)[]> {
  const { pool } = await useDatabase();
  const { rows } = await pool.query<{ element: string | null }>(
    `select element::text from unnest($1::${type}[]) with ordinality as row (element, place)
     order by place`,
    [array],
  );
  return rows.map((row) => row.element);
}

const same = <T>(value: T | null) => value;

suite('binary arrays', () => {
  test('numbers survive at the ends of their ranges and as null', async () => {
    const small = [-32_768, null, 0, 32_767];
    assert.deepEqual(await readBack('smallint', arrays.smallints(small, same)), [
      '-32768',
      null,
      '0',
      '32767',
    ]);
    const whole = [-(2 ** 31), 2 ** 31 - 1, null];
    assert.deepEqual(await readBack('integer', arrays.integers(whole, same)), [
      '-2147483648',
      '2147483647',
      null,
    ]);
    const big = ['-9223372036854775808', '9223372036854775807', null, '-1'];
    assert.deepEqual(await readBack('bigint', arrays.bigints(big, same)), big);
  });

  test('timestamps keep their milliseconds, even before 1970', async () => {
    const moments = [
      '2026-11-21T12:34:56.789Z',
      '1969-12-31T23:59:59.001Z',
      '2000-01-01T00:00:00Z',
    ];
    const read = await readBack('timestamptz', arrays.timestamps(moments, Date.parse));
    assert.deepEqual(
      read.map((text) => Date.parse(text!)),
      moments.map((text) => Date.parse(text)),
    );
  });

  test('UUIDs and booleans survive, null included', async () => {
    const ids = ['019a1b2c-3d4e-7f00-8abc-0123456789ab', null];
    assert.deepEqual(await readBack('uuid', arrays.uuids(ids, same)), ids);
    assert.deepEqual(await readBack('boolean', arrays.booleans([true, null, false], same)), [
      'true',
      null,
      'false',
    ]);
  });

  test('an empty array stays empty', async () => {
    assert.deepEqual(await readBack('integer', arrays.integers([], same)), []);
  });

  test('a number out of range is refused before it is sent', () => {
    assert.throws(() => arrays.smallints([32_768], same), RangeError);
    assert.throws(() => arrays.bigints(['9223372036854775808'], same), RangeError);
  });
});
