import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { keepScreen } from '../../support/browser/screens.ts';
import { startProduct } from '../../support/product.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** Not part of `npm ci`, so a run without network does not have it; CI builds the guides before. */
const skip =
  existsSync(join(ROOT, 'docs/node_modules/vitepress')) || process.env['CI'] === 'true'
    ? false
    : 'VitePress is not installed: npm run build installs it';

async function buildGuide(): Promise<void> {
  const build = spawn(process.execPath, ['docs/build.ts'], { cwd: ROOT, stdio: 'ignore' });
  const [code] = (await once(build, 'close')) as [number | null];
  assert.equal(
    code,
    0,
    'The guides cannot be built; a link in them may lead nowhere: npm run build',
  );
}

suiteInBrowser('the built guides', () => {
  test('can be read and searched under their security policy', { skip }, async () => {
    await buildGuide();
    const product = await startProduct();
    await using opened = await product.openPage({ viewport: { width: 1440, height: 900 } });
    const { page, requests, said } = opened;
    await page.goto(`${product.origin}/docs/`);
    await page.getByRole('heading', { level: 1, name: 'Fairlead' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Concepts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Concepts' }).waitFor();
    await keepScreen(page, 'guide-concepts');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('backup bucket');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.waitForURL(/\/docs\/\w+\.html#/);
    await page.goto(`${product.origin}/docs/api.html`);
    await page.getByRole('main').getByRole('link', { name: 'for apps and servers' }).click();
    await page.getByRole('heading', { name: 'Create a link' }).first().waitFor();
    assert.equal(page.url(), `${product.origin}/docs`);
    assert.deepEqual(said, []);
    const elsewhere = requests.filter((each) => !each.split(' ')[1]?.startsWith(product.origin));
    assert.deepEqual(elsewhere, []);
  });
});
