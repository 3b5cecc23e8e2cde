import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const SHOWN = /<!-- (examples\/\S+) -->\n\n```\w+\n(.*?)```/gs;
const CODE = /```(?:tsx?|kotlin|swift|xml|json)\n/g;

describe('the guides of the SDKs', () => {
  const shown = new Set<string>();
  for (const page of globSync('docs/sdk/*.md', { cwd: ROOT })) {
    test(`${basename(page)} shows nothing but the code of the samples`, () => {
      const text = readFileSync(join(ROOT, page), 'utf8');
      const blocks = [...text.matchAll(SHOWN)];
      assert.equal(text.match(CODE)?.length ?? 0, blocks.length);
      for (const [, file = '', code] of blocks) {
        shown.add(file);
        assert.equal(code, readFileSync(join(ROOT, file), 'utf8'));
      }
    });
  }

  test('every file of the samples that uses an SDK is shown', () => {
    const using = globSync('examples/**/*.{ts,tsx,kt}', { cwd: ROOT })
      .filter((file) => !file.includes('node_modules'))
      .filter((file) =>
        /@fairlead\/sdk|import dev\.fairlead/.test(readFileSync(join(ROOT, file), 'utf8')),
      );
    assert.ok(using.length >= 7);
    assert.deepEqual(
      using.filter((file) => !shown.has(file)),
      [],
    );
  });
});
