import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
/** Made of a timer, or of a statement that sleeps. */
const WAIT = /setTimeout as |new Promise\(.*setTimeout\(\w+, (?!0\))|[^.]\bpg_sleep\(/;
const ALLOWED: Readonly<Record<string, string>> = {
  'server/test/support/pause.ts': 'asks for a reason',
  'server/test/support/until.ts': 'looks again and again',
  'server/test/db/silentDatabase.test.ts': 'a statement that is slow is its subject',
};

test('tests wait for what happens (`until`), and for a time only with a reason (`pause`)', () => {
  const files = globSync('{contract,imports,server,sdk,dashboard,cli,bench}/test/**/*.ts', {
    cwd: ROOT,
  });
  const waiting = files.filter((file) => WAIT.test(readFileSync(join(ROOT, file), 'utf8')));
  assert.deepEqual(waiting.toSorted(), Object.keys(ALLOWED).toSorted());
});
