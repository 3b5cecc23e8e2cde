import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { devices, type Page } from 'playwright-core';
import { suiteInBrowser } from '../support/browser/browser.ts';
import { type Product, startProduct } from '../support/product.ts';
import { keepScreen } from '../support/browser/screens.ts';
import { signIn } from './signIn.ts';

const IPHONE = { ...devices['iPhone 15'], locale: 'en-US' };
/** What runs in the page is text: the types of a browser are none of the server's. */
const REMEMBER = 'window.notReloaded = true';
const REMEMBERED = 'window.notReloaded === true';

suiteInBrowser("a new user's first steps in the dashboard", () => {
  test('lead from the printed password to the first click and a downloaded export', async () => {
    const product = await startProduct();
    await using opened = await product.openPage({ acceptDownloads: true, locale: 'en-US' });
    const { page } = opened;
    await page.goto(product.origin);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await keepScreen(page, 'dashboard-sign-in');
    await signIn(page, product);
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    await page.evaluate(REMEMBER);

    const address = await makeFirstLink(page);
    await page.getByText('Waiting for the first click').waitFor();
    await keepScreen(page, 'dashboard-guide');
    await visit(product, address);
    await page.getByText('We saw your first click').waitFor();
    await keepScreen(page, 'dashboard-first-click');

    await page.getByRole('link', { name: 'See its numbers' }).click();
    const clicks = page.getByRole('group', { name: 'Clicks' });
    await clicks.getByText('1', { exact: true }).waitFor();
    await visit(product, address);
    await clicks.getByText('2', { exact: true }).waitFor();
    assert.equal(await page.evaluate(REMEMBERED), true, 'the page was reloaded on the way');
    await keepScreen(page, 'dashboard-link');
    const rows = await exportLinks(page);
    assert.match(rows[0] ?? '', /^Name,Type,Slug,Short URL,Created At,Clicks,/);
    const row = rows.find((line) => line.startsWith('Summer sale,dynamic,')) ?? '';
    assert.ok(row.includes(`,${address},`), row);
    assert.equal(row.split(',')[5], '2');
    // The browser itself reports the 401 by which the app learns that nobody is signed in.
    assert.deepEqual(
      opened.said.filter((line) => !line.includes('401')),
      [],
    );
  });
});

/** The step of the guide; answers the link's address. */
async function makeFirstLink(page: Page): Promise<string> {
  await page.getByLabel('Name').fill('Summer sale');
  await page.getByLabel('Destination', { exact: true }).fill('https://example.com/summer');
  await page.getByRole('button', { name: 'Create link' }).click();
  const step = page.getByRole('region', { name: 'The first click' });
  return (await step.getByRole('code').textContent()) ?? '';
}

/** Someone with a phone; where the link leads is not on this machine. */
async function visit(product: Product, address: string): Promise<void> {
  await using visitor = await product.openPage(IPHONE);
  const answered = visitor.page.waitForResponse(address);
  await visitor.page.goto(address).catch(() => undefined);
  assert.ok((await answered).status() < 400);
}

async function exportLinks(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Exports' }).click();
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  await page.getByText('Ready', { exact: true }).waitFor();
  await keepScreen(page, 'dashboard-exports');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download All links' }).click();
  const download = await downloading;
  assert.match(download.suggestedFilename(), /\.csv$/);
  return (await readFile(await download.path(), 'utf8')).split('\r\n');
}
