import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { reportMetReplies } from './support/coverage.ts';
import { endings } from './support/endings.ts';
import { failures } from './support/useServer.ts';

// `npm test` runs this file after the others of each process.

after(() => reportMetReplies(process.env['FAIRLEAD_TEST_RUN']));

test('no request failed with an internal error', () => {
  assert.deepEqual(failures, []);
});

test('all test servers and databases close', async () => {
  await endings.disposeAsync();
});
