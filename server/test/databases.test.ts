import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { NUMBERS_AND_EVENTS } from './support/run/databases.ts';

test('each word for the tests of numbers and events names some', () => {
  const files = globSync('server/test/**/*.test.ts', { cwd: join(import.meta.dirname, '../..') });
  assert.deepEqual(
    NUMBERS_AND_EVENTS.filter((word) => !files.some((file) => file.includes(word))),
    [],
  );
});
