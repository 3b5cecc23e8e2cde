import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_CODES, operations } from '@fairlead/contract';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { metReplies } from './support/coverage.ts';
import { endings } from './support/endings.ts';
import { failures } from './support/useServer.ts';

// `npm test` runs this file after all others.

const whole = process.env['FAIRLEAD_TEST_WHOLE'] === '1';

test(
  'every declared status of every operation is met by a test',
  { skip: !whole && 'only a run of all files knows' },
  () => {
    const declared = Object.values<OperationDeclaration>(operations).flatMap((operation) => [
      ...Object.keys(operation.replies).map((status) => `${operation.id} ${status}`),
      ...operation.errors.map((code) => `${operation.id} ${ERROR_CODES[code].status}`),
    ]);
    const met = metReplies();
    assert.deepEqual(
      declared.filter((pair) => !met.has(pair)),
      [],
    );
  },
);

test('no request failed with an internal error', () => {
  assert.deepEqual(failures, []);
});

test('all test servers and databases close', async () => {
  await endings.disposeAsync();
});
