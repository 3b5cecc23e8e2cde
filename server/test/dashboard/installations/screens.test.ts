import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { META_SAMPLE } from '../../attribution/metaSample.ts';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { seedProduct } from '../seed.ts';

suiteInBrowser("the dashboard's installations", () => {
  test('a receipt begins with a sentence and a timeline; the figures follow', async () => {
    const { installationId } = await seedProduct();
    await using opened = await openSignedIn(`/installations?id=${installationId}`);
    const { page } = opened;
    const first = page.getByRole('region', { name: 'First open' });
    await first.getByText(/^No: this install is not credited to any link, because /).waitFor();
    assert.deepEqual(await first.getByRole('listitem').locator('p:first-child').allTextContents(), [
      'Opened the app for the first time',
      'Was given no link',
    ]);
    assert.doesNotMatch((await first.textContent()) ?? '', /[\da-f]{8}-[\da-f]{4}-/);
    const engineers = page.getByRole('region', { name: 'For engineers' });
    await engineers.getByText(/^Device signals: /).waitFor();
    assert.equal(await engineers.getByText(/^No: /).count(), 0);
  });

  test('a test code is made for a link, used by an app, counted apart and ended', async () => {
    const { origin, appKey } = await useProduct();
    await using opened = await openSignedIn('/installations');
    const { page } = opened;
    await button(page, 'Test an install').click();
    const dialog = page.getByRole('dialog', { name: 'Test an install' });
    await button(page, 'Make test code').click();
    await dialog.getByText('Choose a link.').waitFor();
    await dialog.getByRole('combobox', { name: 'Link' }).fill('Summ');
    await page.getByRole('option', { name: 'Summer sale' }).click();
    await button(page, 'Make test code').click();
    await dialog.getByRole('img', { name: 'QR code of the test code' }).waitFor();
    const testCode = (await dialog.locator('code').textContent()) ?? '';
    assert.match(testCode, /^(?:\w{4}-){2}\w{4}$/);
    await button(page, 'Done').click();
    const codes = page.getByRole('region', { name: 'Test codes' });
    await codes
      .getByText(/^not used yet · ends in /)
      .nth(1)
      .waitFor();

    const app = createClient({ baseUrl: `${origin}/v1`, headers: { 'x-app-key': appKey } });
    const installationId = 'a-phone-of-a-tester';
    await app(operations.bootstrap, { body: { installationId, deviceModel: 'Test phone' } });
    const body = { installationId, fingerprint: {}, testCode };
    assert.equal(bodyOf(await app(operations.matchDeferred, { body }), 200).test, true);
    await page.reload();
    const used = codes.locator('.row', { hasText: 'used 1 time' });
    await used.waitFor();
    await page.getByRole('main').locator('.row').getByText('Test', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Test phone' }).click();
    await page.getByText(/^This is a test: a test code gave the app the link "/).waitFor();
    await page.getByRole('link', { name: 'All installations' }).click();
    await used.getByRole('button', { name: 'End the test code for' }).click();
    await used.waitFor({ state: 'detached' });
  });

  test("the key of Meta's ads is stored, named by its last characters, and removed", async () => {
    await using opened = await openSignedIn('/apps');
    const { page } = opened;
    const card = page.getByRole('region', { name: 'Ads on Facebook and Instagram' });
    const field = card.getByLabel('Install referrer key');
    await field.fill(`${META_SAMPLE.key}M`);
    await button(page, 'Save key').click();
    await card.getByText(/^This must be 64 hexadecimal digits/).waitFor();
    await field.fill(META_SAMPLE.key);
    await button(page, 'Save key').click();
    await card
      .getByText(`It ends in ${META_SAMPLE.key.slice(-4)} and is not shown again.`)
      .waitFor();
    assert.ok(!(await page.content()).includes(META_SAMPLE.key));
    await button(page, 'Remove key').click();
    const question = page.getByRole('dialog', { name: 'Remove the key?' });
    await question.getByRole('button', { name: 'Remove key' }).click();
    await card.getByText('No key is set.').waitFor();
  });
});
