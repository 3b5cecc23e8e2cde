import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import type { BootstrapRequest } from '@fairlead/contract/installationResources';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

const DAY_MS = 86_400_000;
/** A day by the clock of the browser, which is that of this machine. */
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv');

/** An owner whose app was installed on four phones, on none of them from a link. */
async function newApp() {
  const product = await useProduct();
  const owner = await newOwner(product);
  const call = await callAs(product, owner);
  const params = { projectId: owner.projectId };
  const body = { name: 'The app', class: 'publishable' } as const;
  const { text: key } = bodyOf(await call(operations.createAppKey, { params, body }), 201);
  const app = createClient({ baseUrl: `${product.origin}/v1`, headers: { 'x-app-key': key } });
  const install = async (facts: Partial<BootstrapRequest>, match?: { clickId?: string }) => {
    const installationId = randomUUID();
    await app(operations.bootstrap, { body: { installationId, ...facts } });
    const os = facts.osName === 'iOS' ? 'ios' : 'android';
    const asked = { installationId, fingerprint: { os }, ...match };
    if (match) bodyOf(await app(operations.matchDeferred, { body: asked }), 200);
  };
  const apple = { deviceManufacturer: 'Apple', osName: 'iOS' };
  const google = { deviceManufacturer: 'Google', osName: 'Android' };
  await install({ ...apple, deviceModel: 'iPhone16,2' }, {});
  await install({ ...apple, deviceModel: 'iPhone17,1' });
  await install({ ...google, deviceModel: 'Pixel 9' }, {});
  await install({ ...google, deviceModel: 'Pixel 10' }, { clickId: randomUUID() });
  return owner;
}

suiteInBrowser('the list of installations', () => {
  test('leads from the phone and the day of a visitor to why the install was not credited', async () => {
    const owner = await newApp();
    await using opened = await openSignedIn('/installations', {}, owner);
    const { page } = opened;
    const count = (text: string) => page.getByText(text, { exact: true }).waitFor();
    await count('4 installations');
    await page.getByRole('combobox', { name: 'Phone' }).click();
    await page.getByRole('option', { name: 'iPhone or iPad' }).click();
    await count('2 installations');
    await page.getByLabel('First seen from').fill(dayIn(-3));
    await page.getByLabel('First seen to').fill(dayIn(-2));
    await page.getByText('No matching installations').waitFor();
    await page.getByLabel('First seen to').fill(dayIn(1));
    await count('2 installations');
    await page.getByRole('searchbox', { name: 'Device' }).fill('iphone16');
    await count('1 installation');
    await page.getByText('No tap from the same network', { exact: true }).waitFor();
    const listed = page.url();

    await page.getByRole('link', { name: 'Apple iPhone16,2' }).click();
    await page
      .getByText(/^No: this install is not credited to any link, because nobody had tapped /)
      .waitFor();
    await page.getByRole('link', { name: 'All installations' }).click();
    await page.getByRole('link', { name: 'Apple iPhone16,2' }).waitFor();
    assert.equal(page.url(), listed);
    await page.reload();
    await count('1 installation');
    assert.equal(await page.getByLabel('First seen from').inputValue(), dayIn(-3));
  });

  test('is filtered by outcome and reason, each with its number', async () => {
    const owner = await newApp();
    await using opened = await openSignedIn('/installations', {}, owner);
    const { page } = opened;
    const names = page.getByRole('link', { name: /^(Apple|Google) / });
    const outcome = page.getByRole('combobox', { name: 'Outcome' });
    await outcome.click();
    await page.getByRole('option', { name: 'App has not asked (1)' }).waitFor();
    await page.getByRole('option', { name: 'Matched (0)' }).waitFor();
    await page.getByRole('option', { name: 'No match (3)' }).click();
    await page.getByText('3 installations', { exact: true }).waitFor();
    await names.nth(2).waitFor();
    await outcome.click();
    await page.getByRole('option', { name: 'The named tap is not known (1)' }).click();
    await page.getByText('1 installation', { exact: true }).waitFor();
    await names.nth(1).waitFor({ state: 'detached' });
    // Its list may come later than its number.
    await names.first().waitFor();
    assert.deepEqual(await names.allTextContents(), ['Google Pixel 10']);
    assert.match(page.url(), /reason=click_unknown/);
    assert.deepEqual(await examineAsItIs(page, 'installations-filtered'), []);
    await button(page, 'Clear filters').click();
    await page.getByText('4 installations', { exact: true }).waitFor();
    assert.match(page.url(), /\/installations$/);
  });

  test('ignores what a URL says that cannot be', async () => {
    const owner = await newApp();
    const link = randomUUID();
    await using opened = await openSignedIn(
      `/installations?link=${link}&match=none&platform=windows&from=soon&reason=lost`,
      {},
      owner,
    );
    const { page } = opened;
    await page.getByText('No matching installations').waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Link' }).inputValue(), 'A deleted link');
    assert.equal(await page.getByRole('combobox', { name: 'Outcome' }).inputValue(), '');
    assert.equal(await page.getByRole('alert').count(), 0);
  });
});
