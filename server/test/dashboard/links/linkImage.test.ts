import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { drawPng } from '../../support/callers/brands.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { button, unfold } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

const WORD =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#1a56db"/></svg>';

/** In the page: `drop` or `paste` with a file. */
const GIVE = `(field, { event, base64, type }) => {
  const data = new DataTransfer();
  const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  data.items.add(new File([bytes], 'summer', { type }));
  const goesUp = { bubbles: true, cancelable: true };
  field.dispatchEvent(
    event === 'drop'
      ? new DragEvent('drop', { dataTransfer: data, ...goesUp })
      : new ClipboardEvent('paste', { clipboardData: data, ...goesUp }),
  );
}`;

async function give(page: Page, event: 'drop' | 'paste', file: Blob): Promise<void> {
  const base64 = Buffer.from(await file.arrayBuffer()).toString('base64');
  const field = page.getByLabel('Image', { exact: true });
  await field.focus();
  const given = JSON.stringify({ event, base64, type: file.type });
  await page.evaluate(`(${GIVE})(document.activeElement, ${given})`);
}

async function newOwnerWithDomain() {
  const product = await useProduct();
  const owner = await newOwner(product);
  const call = await callAs(product, owner);
  const params = { projectId: owner.projectId };
  bodyOf(await call(operations.useServerDomain, { params }), 201);
  return { owner, call, params };
}

suiteInBrowser('the image of a link', () => {
  test('is chosen, dropped or pasted, shown in the card, and saved with the link', async () => {
    const { owner, call, params } = await newOwnerWithDomain();
    await using opened = await openSignedIn('/links/new', {}, owner);
    const { page } = opened;
    await page.getByLabel('Destination', { exact: true }).fill('https://example.com/summer');
    await unfold(page, 'Social preview');
    const field = page.getByLabel('Image', { exact: true });
    const shown = page.getByRole('region', { name: 'Preview' }).locator('img');
    const png = await drawPng(WORD);
    const urls: string[] = [];
    for (const event of ['choose', 'drop', 'paste'] as const) {
      if (event === 'choose') {
        const chooser = page.waitForEvent('filechooser');
        await button(page, 'Upload an image').click();
        const buffer = Buffer.from(await png.arrayBuffer());
        await (await chooser).setFiles({ name: 'summer.png', mimeType: 'image/png', buffer });
      } else await give(page, event, png);
      await shown.waitFor();
      await until('the picture is loaded', () =>
        page.evaluate<boolean>(
          'document.querySelector(`section[aria-label="Preview"] img`).naturalWidth === 1200',
        ),
      );
      urls.push(await field.inputValue());
      await button(page, 'Remove image').click();
      await page.getByText('No image').waitFor();
    }
    assert.equal(new Set(urls).size, 1);
    await give(page, 'drop', png);
    await shown.waitFor();
    await button(page, 'Create link').click();
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'New link' }).waitFor();
    const { links } = bodyOf(await call(operations.listProjectLinks, { params }), 200);
    assert.equal(links[0]?.metadata?.['ogImage'], urls[0]);
  });

  test('a file of another type is refused with the cure', async () => {
    const { owner } = await newOwnerWithDomain();
    await using opened = await openSignedIn('/links/new', {}, owner);
    const { page } = opened;
    await unfold(page, 'Social preview');
    await give(page, 'drop', new Blob(['%PDF'], { type: 'application/pdf' }));
    await page.getByRole('alert').filter({ hasText: 'Save it as one of these' }).waitFor();
    await give(page, 'paste', new Blob(['Hello'], { type: 'image/png' }));
    await page.getByRole('alert').filter({ hasText: 'no PNG, JPEG or WebP image' }).waitFor();
    assert.equal(await page.getByLabel('Image', { exact: true }).inputValue(), '');
  });
});
