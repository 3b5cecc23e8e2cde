import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../../support/browser/browser.ts';
import { examineAsItIs } from '../../../support/browser/examine.ts';
import { bodyOf } from '../../../support/callers/person.ts';
import { newOwner, useProduct } from '../../../support/product.ts';
import { button } from '../../byName.ts';
import { openSignedIn } from '../../openSignedIn.ts';
import { callAs } from '../../seed.ts';

/** A project with so many links to a shop, one of which has a path that could not move. */
async function openShop(count: number) {
  const product = await useProduct();
  const owner = await newOwner(product);
  const call = await callAs(product, owner);
  const project = bodyOf(await call(operations.createProject, { body: { name: 'Shop' } }), 201);
  const params = { projectId: project.id };
  const body = Array.from({ length: count }, (_, n) => ({
    type: 'unified' as const,
    slug: `item-${n}`,
    fallbackUrl: `https://old.example/${n}`,
  }));
  await Array.fromAsync(bodyOf(await call(operations.createProjectLinks, { params, body }), 200));
  const links = async (search: string) =>
    bodyOf(await call(operations.listProjectLinks, { params, query: { search } }), 200).total;
  const opened = await openSignedIn('/links', {}, { ...owner, projectId: project.id });
  return { opened, links };
}

suiteInBrowser('replacing in destinations', () => {
  test('is shown before it is done, done in steps, and undone', async () => {
    const { opened, links } = await openShop(1101);
    await using _closing = opened;
    const { page } = opened;
    await page.getByRole('checkbox', { name: 'Select all 1,101 links that match' }).check();
    await button(page, 'Change 1,101 links').click();
    await page.getByRole('menuitem', { name: 'Replace in destinations…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Type what to look for.').waitFor();
    await dialog.getByLabel('Find', { exact: false }).fill('https://old.example/7');
    await dialog.getByLabel('Replace with').fill('javascript:7');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('No link would change.').waitFor();
    await dialog
      .getByText(/Destination must not use the javascript: scheme/)
      .first()
      .waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Change 0 links' }).isDisabled());

    await dialog.getByLabel('Find', { exact: false }).fill('old.example/');
    await dialog.getByLabel('Replace with').fill('shop.example/items/');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('1,101 links will change.').waitFor();
    await dialog.getByText('https://shop.example/items/1100').waitFor();
    assert.deepEqual(await examineAsItIs(page, 'replacement'), []);
    assert.equal(await links('old.example'), 1101, 'a preview changes nothing');
    await dialog.getByRole('button', { name: 'Change 1,101 links' }).click();
    await page.getByText('Destinations of 1,101 links changed.').waitFor();
    assert.equal(await links('shop.example/items/'), 1101);
    await button(page, 'Undo').click();
    await page.getByText('1,101 links changed back.').waitFor();
    assert.equal(await links('old.example'), 1101);
  });
});
