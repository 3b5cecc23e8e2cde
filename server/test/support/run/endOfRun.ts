import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_CODES, operations } from '@fairlead/contract';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { metReplies } from './coverage.ts';

// Runs when all test files have run.

test('every declared status of every operation is met by a test', () => {
  const run = process.env['FAIRLEAD_TEST_RUN'];
  assert.ok(run, 'only `npm test` knows what all tests have met');
  const declared = Object.values<OperationDeclaration>(operations).flatMap((operation) => [
    ...Object.keys(operation.replies).map((status) => `${operation.id} ${status}`),
    ...operation.errors.map((code) => `${operation.id} ${ERROR_CODES[code].status}`),
  ]);
  const met = metReplies(run);
  assert.deepEqual(
    declared.filter((pair) => !met.has(pair)),
    [],
  );
});
