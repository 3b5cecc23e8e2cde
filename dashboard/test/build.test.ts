import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { LANGUAGE } from '@fairlead/contract/language';
import { buildDashboard } from '../../server/test/support/run/buildDashboard.ts';
import { LANGUAGES } from '../texts/dictionaries.ts';
import { manifestOf, pageSize, SHELL_BUDGET, shellSize, SIGN_IN_BUDGET } from '../shellSize.ts';

const HERE = join(import.meta.dirname, '..');
const DIST = join(HERE, 'dist');

suite('the build of the dashboard', () => {
  before(buildDashboard);

  test('keeps what loads before the first screen within the size budget', async () => {
    for (const language of LANGUAGES) {
      const size = await shellSize(DIST, language);
      assert.ok(size > 0 && size <= SHELL_BUDGET, `${language}: ${size} of ${SHELL_BUDGET} bytes`);
    }
  });

  test('keeps the sign-in page small', async () => {
    for (const language of LANGUAGES) {
      const size = await pageSize(DIST, 'sign-in.html', language);
      assert.ok(
        size > 0 && size <= SIGN_IN_BUDGET,
        `${language}: ${size} of ${SIGN_IN_BUDGET} bytes`,
      );
    }
  });

  test('puts every screen of the router into a file of its own', async () => {
    const router = await readFile(join(HERE, 'src/router.tsx'), 'utf8');
    const screens = [...router.matchAll(/import\('\.\/(screens\/[^']+)'\)/g)].map(
      ([, path]) => path,
    );
    const manifest = await readFile(join(DIST, manifestOf(LANGUAGE)), 'utf8');
    const chunks = JSON.parse(manifest) as Record<string, { isDynamicEntry?: boolean }>;
    assert.ok(screens.length > 20, `${screens.length} screens`);
    for (const path of screens) assert.equal(chunks[`src/${path}`]?.isDynamicEntry, true, path);
  });

  test('ships no schemas to the browser', () => {
    const contents = globSync('assets/*.js', { cwd: DIST }).map((file) =>
      readFile(join(DIST, file), 'utf8'),
    );
    return Promise.all(contents).then((texts) => {
      assert.ok(texts.some((text) => text.includes('listProjectLinks')));
      assert.ok(!texts.some((text) => text.includes('Optional.Modifier')));
      assert.ok(!texts.some((text) => text.includes('TypeBox.')));
    });
  });
});
