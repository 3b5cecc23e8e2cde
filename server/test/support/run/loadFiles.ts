import { relative } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openFor } from './endings.ts';

// Loads the files of a process one after the other; their tests run in the same order once all are loaded. After those of each
// file comes one that closes what the file has opened: servers that nobody asks any more would slow down the files after it.

for (const file of process.argv.slice(3)) {
  const name = relative('', file);
  const opened = new AsyncDisposableStack();
  try {
    await openFor(opened, async () => import(pathToFileURL(file).href));
  } catch (error) {
    test(`${name} is loaded`, () => Promise.reject(error));
  }
  test(`what ${name} opened is closed`, () => opened.disposeAsync());
}
