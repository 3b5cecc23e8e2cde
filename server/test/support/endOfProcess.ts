import { test } from 'node:test';
import { reportMetReplies } from './coverage.ts';
import { endings } from './endings.ts';

// Loaded after the files of each process.

test('all test servers and databases close', async () => {
  reportMetReplies(process.env['FAIRLEAD_TEST_RUN']);
  await endings.disposeAsync();
});
