import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

suiteInBrowser('event sources on the Settings screen', () => {
  test('are added, show their URL and last problem, and are changed and deleted', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const call = await callAs(product, owner);
    const params = { projectId: owner.projectId };
    const list = async () =>
      bodyOf(await call(operations.listEventSources, { params }), 200).sources;
    await using opened = await openSignedIn('/settings', {}, owner);
    const { page } = opened;
    await page.getByText('No sources yet.').waitFor();
    await button(page, 'New source').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Our shop');
    await dialog.getByRole('textbox', { name: 'Authorization header value' }).fill('Bearer 1');
    await button(page, 'Add source').click();
    await page.getByText('Nothing received yet').waitFor();
    const [source] = await list();
    assert.ok(source);
    assert.equal(source.kind, 'revenuecat');
    await page.getByText(source.url, { exact: true }).waitFor();
    await button(page, 'Copy URL').waitFor();

    const refused = await fetch(`${product.origin}/api/v1/sources/${source.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(refused.status, 401);
    await page.reload();
    await page.getByText(/^Last problem .*: The signature does not fit/).waitFor();
    await button(page, 'Edit the source Our shop').click();
    await page.getByLabel('Everything it sends is a test').check();
    await button(page, 'Save source').click();
    await page.getByText('Saved.').waitFor();
    const [saved] = await list();
    assert.deepEqual([saved?.testOnly, saved?.lastProblem], [true, null]);

    await button(page, 'Delete the source Our shop').click();
    await button(page, 'Delete source').click();
    await page.getByText('No sources yet.').waitFor();
    assert.deepEqual(await list(), []);
  });

  test('a mapping that does not fit is marked at its field, with what is wrong', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    await using opened = await openSignedIn('/settings', {}, owner);
    const { page } = opened;
    await button(page, 'New source').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Service' }).click();
    await page.getByRole('option', { name: 'Any other service' }).click();
    await dialog.getByLabel('Name').fill('Billing');
    await dialog.getByRole('textbox', { name: 'Secret' }).fill('a secret');
    const mapping = dialog.getByRole('textbox', { name: 'Mapping' });
    await mapping.fill('{');
    await button(page, 'Add source').click();
    await page.getByText('Is no valid JSON.').waitFor();
    await mapping.fill('{"signature": {"scheme": "header"}, "eventId": "id", "name": {}}');
    await button(page, 'Add source').click();
    await page.getByText(/signature\.header is required/i).waitFor();
  });
});
