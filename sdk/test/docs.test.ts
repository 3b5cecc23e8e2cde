import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

describe('the guides of the SDK', () => {
  const shown = new Set<string>();
  for (const page of globSync('docs/sdk/*.md', { cwd: ROOT })) {
    test(`${basename(page)} shows the code of its example, which is type-checked`, () => {
      const text = readFileSync(join(ROOT, page), 'utf8');
      const blocks = [...text.matchAll(/<!-- (sdk\/examples\/\w+\.ts) -->\n\n```ts\n(.*?)```/gs)];
      assert.ok(blocks.length > 0);
      assert.equal(text.match(/```ts\n/g)?.length, blocks.length);
      for (const [, file = '', code] of blocks) {
        shown.add(file);
        assert.equal(code, readFileSync(join(ROOT, file), 'utf8'));
      }
    });
  }

  test('every example is shown', () => {
    assert.deepEqual(
      [...shown].toSorted(),
      globSync('sdk/examples/*.ts', { cwd: ROOT }).toSorted(),
    );
  });
});
