import { test } from 'node:test';
import { reportMetReplies } from './coverage.ts';
import { closeProcess } from './endings.ts';

// Loaded after the files of each process.

test('what files of this process share is closed', async () => {
  try {
    await closeProcess();
  } finally {
    // A server that has closed has also noted the replies that it was still sending.
    reportMetReplies(process.env['FAIRLEAD_TEST_RUN']);
  }
});
