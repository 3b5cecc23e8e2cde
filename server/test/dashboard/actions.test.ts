import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteInBrowser, type Opened } from '../support/browser.ts';
import { useProduct } from '../support/product.ts';
import { seedProduct } from './seed.ts';
import { signIn } from './signIn.ts';

/** A signed-in page at an address within the demo project. */
async function openSignedIn(path: string): Promise<Opened> {
  const product = await useProduct();
  const { projectId } = await seedProduct();
  const opened = await product.openPage({ locale: 'en-US' });
  await opened.page.goto(`${product.origin}/p/${projectId}${path}`);
  await signIn(opened.page, product);
  await opened.page.getByRole('button', { name: 'Your account' }).waitFor();
  return opened;
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

suiteInBrowser('what people do in the dashboard', () => {
  test('a reload keeps them signed in, though no script can find a token', async () => {
    await using opened = await openSignedIn('/members');
    const { page, context } = opened;
    const stored = await page.evaluate(
      `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])`,
    );
    assert.doesNotMatch(String(stored), /eyJ|session/i);
    const cookies = await context.cookies();
    assert.ok(cookies.length > 0 && cookies.every(({ httpOnly }) => httpOnly));
    await page.reload();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('a CSV file makes links, and a refused row says why and stops no other', async () => {
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    await page.getByRole('button', { name: 'Import' }).click();
    const lines = [
      'Name,Type,External Id,Fallback URL,Parameters,Owner',
      'From a file,unified,file-1,https://example.com/1,"{""screen"":""sale""}",Anna',
      'Refused,unified,file-2,javascript:alert(1),,Anna',
      'From a file too,dynamic,file-3,https://example.com/3,,Anna',
    ];
    await page.locator('input[type=file]').setInputFiles({
      name: 'links.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    });
    const dialog = page.getByRole('dialog', { name: 'Import links' });
    await dialog.getByText('Not used: Owner').waitFor();
    await dialog.getByRole('button', { name: 'Import 3 links' }).click();
    await dialog.getByText('2 links made, 1 row refused.').waitFor();
    await dialog.getByText('Row 2: fallbackUrl').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await row(page, 'From a file too').waitFor();
  });

  test('deleting asks first and names the link', async () => {
    await using opened = await openSignedIn('/links?search=Newsletter');
    const { page } = opened;
    await row(page, 'Newsletter in May').getByRole('link', { name: 'Newsletter in May' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete the link Newsletter in May?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete the link' }).click();
    await page.getByText('The link Newsletter in May was deleted.').waitFor();
    await page.getByRole('searchbox', { name: 'Search links' }).fill('Newsletter');
    await page.getByText('No link matches').waitFor();
  });

  test('a link is made, changed and found again, and its card shows what is typed', async () => {
    await using opened = await openSignedIn('/links/new');
    const { page } = opened;
    await page.getByLabel('Name', { exact: true }).fill('Harvest');
    await page.getByLabel('Title').fill('Harvest is here');
    await page.getByRole('region', { name: 'Preview' }).getByText('Harvest is here').waitFor();
    await page.getByLabel('Everybody else').fill('not an address');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByRole('alert').getByText('fallbackUrl').waitFor();
    await page.getByLabel('Everybody else').fill('https://example.com/harvest');
    await page.getByRole('button', { name: 'Add a parameter' }).click();
    await page.getByLabel('Name of parameter 1').fill('screen');
    await page.getByLabel('Value of parameter 1').fill('harvest');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByRole('heading', { name: 'Harvest', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Open the app by itself in browsers').check({ force: true });
    await page.getByRole('button', { name: 'Save the link' }).click();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('"screen": "harvest"').waitFor();
    await page.getByText('Harvest is here').waitFor();
  });

  test('a key is shown once, and only then', async () => {
    await using opened = await openSignedIn('/keys');
    const { page } = opened;
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Shop server');
    await page.getByLabel('Secret').check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    const shown = page.getByRole('dialog', { name: 'The key Shop server' });
    const key = (await shown.getByRole('code').textContent()) ?? '';
    assert.match(key, /^fl_live_\w{30,}$/);
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    await shown.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByText('Shop server').waitFor();
    assert.ok(!(await page.content()).includes(key));
  });
});
