import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { BRANDS, drawPng } from '../../support/callers/brands.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { openSignedIn } from '../openSignedIn.ts';

suiteInBrowser('the brand of a project', () => {
  test('is shown as it is typed, in every scheme and direction, and is there when it is saved', async () => {
    const owner = await newOwner(await useProduct());
    const { page } = await openSignedIn('/brand', {}, owner);
    const preview = page.frameLocator('iframe');
    const buffer = Buffer.from(await (await drawPng(BRANDS[1]!.logo)).arrayBuffer());
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer };
    await page.locator('input[type=file]').first().setInputFiles(logo);
    await preview.locator('img.logo').waitFor();
    await page.getByRole('textbox', { name: 'Colour' }).fill('#f97362');
    await page.getByText('Buttons get black text').waitFor();
    await page.getByText('links become').waitFor();
    await page.getByRole('textbox', { name: 'Button that opens the app' }).fill('Go <on>');
    await preview.getByRole('link', { name: 'Go <on>' }).waitFor();
    const scheme = async (name: string) => {
      const frame = page.locator(`iframe[srcdoc*="color-scheme:${name};"]`);
      await frame.waitFor();
    };
    await scheme('light');
    await page.getByText('Dark', { exact: true }).click();
    await scheme('dark');
    await page.getByRole('combobox', { name: 'Language of the preview' }).click();
    await page.getByRole('option', { name: 'العربية' }).click();
    await preview.locator('html[dir=rtl]').waitFor();
    await page.getByRole('button', { name: 'Save brand' }).click();
    await page.getByText('Saved. New visitors see it at once.').waitFor();
    await page.reload();
    await preview.locator('img.logo').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Colour' }).inputValue(), '#f97362');
  });

  test('says what is wrong with a file and an address', async () => {
    const owner = await newOwner(await useProduct());
    const { page } = await openSignedIn('/brand', {}, owner);
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no image') };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByText('This is no PNG, JPEG or WebP image').waitFor();
    await page.getByRole('textbox', { name: 'Imprint' }).fill('http://example.com/');
    await page.getByRole('button', { name: 'Save brand' }).click();
    await page.getByText('must begin with https://').first().waitFor();
  });

  test('has a sender and words of mails, which a preview shows as they are typed', async () => {
    const owner = await newOwner(await useProduct());
    const { page } = await openSignedIn('/brand', {}, owner);
    const name = page.getByRole('textbox', { name: 'Sender name' });
    const preview = page.getByRole('region', { name: 'Preview of the mail' });
    await preview.getByText('From: Fairlead <').waitFor();
    await name.fill('Fairlead Security');
    await page.getByRole('button', { name: 'Save brand' }).click();
    await page.getByText('This must not look like the name of this server').first().waitFor();
    await name.fill('Bluebird');
    await page.getByRole('textbox', { name: 'Replies go to' }).fill('desk@bluebird.example');
    await page
      .getByRole('textbox', { name: 'Before the numbers of the week' })
      .fill('<b>Good</b> morning');
    await preview.getByText('From: Bluebird <').waitFor();
    await preview.getByText('Reply to: desk@bluebird.example').waitFor();
    await page.getByText('Weekly mail', { exact: true }).click();
    await preview.getByText('<b>Good</b> morning').waitFor();
    await page.getByRole('button', { name: 'Save brand' }).click();
    await page.getByText('Saved. New visitors see it at once.').waitFor();
    await page.reload();
    await preview.getByText('From: Bluebird <').waitFor();
    assert.equal(await name.inputValue(), 'Bluebird');
  });
});
