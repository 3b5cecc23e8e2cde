import { relative } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { closing, openFor } from './endings.ts';

// Loads the files of a process one after the other; their tests run in the same order once all are loaded. After those of each
// file comes one that closes what the file has opened: servers that nobody asks any more would slow down the files after it.

const files = process.argv.slice(3).map((file) => ({ file, opened: new AsyncDisposableStack() }));
const nobody = new AsyncDisposableStack();

for (const [index, { file, opened }] of files.entries()) {
  openFor(opened);
  try {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await import(pathToFileURL(file).href);
  } catch (error) {
    opened.defer(() => Promise.reject(error));
  }
  test(closing(relative('', file)), async () => {
    openFor(files[index + 1]?.opened ?? nobody);
    await opened.disposeAsync();
  });
}
openFor(files[0]?.opened ?? nobody);
