import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../support/browser/browser.ts';
import { unfold } from './byName.ts';
import { openSignedIn } from './openSignedIn.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

suiteInBrowser("the dashboard's everyday actions", () => {
  test('a reload keeps the user signed in, though scripts cannot read any token', async () => {
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

  test('deleting a link asks for confirmation by name', async () => {
    await using opened = await openSignedIn('/links?search=Newsletter');
    const { page } = opened;
    await row(page, 'Newsletter in May').getByRole('link', { name: 'Newsletter in May' }).click();
    const remove = async () => {
      await page.getByRole('button', { name: 'More for this link' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
    };
    await remove();
    const question = page.getByRole('dialog', { name: 'Delete the link Newsletter in May?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await remove();
    await question.getByRole('button', { name: 'Delete link' }).click();
    await page.getByText('The link Newsletter in May was deleted.').waitFor();
    await page.getByRole('searchbox', { name: 'Search links' }).fill('Newsletter');
    await page.getByText('No matching links').waitFor();
  });

  test('a link is created, edited and found, and its preview updates while typing', async () => {
    await using opened = await openSignedIn('/links/new');
    const { page } = opened;
    await page.getByLabel('Name', { exact: true }).fill('Harvest');
    await unfold(page, 'Social preview');
    await page.getByLabel('Title').fill('Harvest is here');
    await page.getByRole('region', { name: 'Preview' }).getByText('Harvest is here').waitFor();
    await page.getByLabel('Destination', { exact: true }).fill('not an address');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('Destination must be an absolute URL such as').waitFor();
    await page.getByLabel('Destination', { exact: true }).fill('https://example.com/harvest');
    await unfold(page, 'Parameters');
    await page.getByRole('button', { name: 'Add a parameter' }).click();
    await page.getByLabel('Name of parameter 1').fill('screen');
    await page.getByLabel('Value of parameter 1').fill('harvest');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('heading', { name: 'Harvest', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await unfold(page, 'Opening the app on iPhone and iPad');
    await page.getByLabel('Open the app automatically in browsers').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('"screen": "harvest"').waitFor();
    await page.getByText('Harvest is here').waitFor();
  });

  test('a key is shown once', async () => {
    await using opened = await openSignedIn('/keys');
    const { page } = opened;
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Shop server');
    await page.getByLabel('Secret').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'Key Shop server' });
    const key = (await shown.getByRole('code').textContent()) ?? '';
    assert.match(key, /^fl_live_\w{30,}$/);
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    await shown.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByText('Shop server').waitFor();
    assert.ok(!(await page.content()).includes(key));
  });
});
