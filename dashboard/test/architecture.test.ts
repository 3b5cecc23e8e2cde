import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const SRC = join(import.meta.dirname, '../src');

test('the dashboard imports only packages, itself, the contract and imports, never the server', async () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SRC });
  assert.ok(files.length > 50);
  for (const file of files) {
    const text = await readFile(join(SRC, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+|@fairlead\/[^']+)'/g)) {
      const inside = /^@fairlead\/(contract|imports)\//.test(path) || leadsInside(file, path);
      assert.ok(inside, `${file} imports ${path}`);
    }
  }
});

function leadsInside(file: string, path: string): boolean {
  return path.startsWith('.') && join(SRC, file, '..', path).startsWith(`${SRC}/`);
}
