import { test } from 'node:test';
import { reportMetReplies } from './coverage.ts';
import { closeProcess, closing } from './endings.ts';

// Loaded after the files of each process.

test(closing('the process'), async () => {
  try {
    await closeProcess();
  } finally {
    // A server that has closed has also noted the replies that it was still sending.
    reportMetReplies(process.env['FAIRLEAD_TEST_RUN']);
  }
});
