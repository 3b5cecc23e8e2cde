import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Page, Route } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** A project with three links: two with the tag spring, two with print. */
async function openTagged(path: string) {
  const product = await useProduct();
  const owner = await newOwner(product);
  const call = await callAs(product, owner);
  const { id } = bodyOf(await call(operations.createProject, { body: { name: 'Tagged' } }), 201);
  const params = { projectId: id };
  const links = { Anna: ['spring', 'print'], Bela: ['spring'], Carl: ['print'] };
  for (const [name, tags] of Object.entries(links)) {
    const body = { type: 'unified' as const, name, tags };
    bodyOf(await call(operations.createProjectLink, { params, body }), 201);
  }
  const list = async () => bodyOf(await call(operations.listTags, { params }), 200).tags;
  const opened = await openSignedIn(path, {}, { ...owner, projectId: id });
  return { opened, list };
}

suiteInBrowser('tags of the links page', () => {
  test('are coloured, renamed, merged and removed in one place', async () => {
    const { opened, list } = await openTagged('/links');
    await using _closing = opened;
    const { page } = opened;
    await button(page, 'Tags').click();
    const dialog = page.getByRole('dialog', { name: 'Tags' });
    await dialog.getByText('2 links').first().waitFor();
    await dialog.getByRole('button', { name: 'Colour of the tag spring' }).click();
    await page.getByRole('menuitem', { name: 'Green' }).click();
    await dialog
      .getByRole('button', { name: 'Colour of the tag spring' })
      .getByText('Green')
      .waitFor();
    assert.deepEqual(await examineAsItIs(page, 'tags'), []);

    await dialog.getByRole('button', { name: 'Rename the tag spring' }).click();
    await page.getByLabel('New name of the tag spring').fill('summer');
    await page.keyboard.press('Enter');
    await page.getByText('Tag “spring” is “summer” now: 2 links changed.').waitFor();
    assert.deepEqual(await list(), [
      { tag: 'print', links: 2, color: null },
      { tag: 'summer', links: 2, color: 'green' },
    ]);

    await dialog.getByRole('button', { name: 'Rename the tag print' }).click();
    await page.getByLabel('New name of the tag print').fill('Summer');
    await page.keyboard.press('Enter');
    await button(page, 'Merge tags').click();
    await page.getByText('Tag “print” is “summer” now: 2 links changed.').waitFor();
    assert.deepEqual(await list(), [{ tag: 'summer', links: 3, color: 'green' }]);
    await page
      .getByRole('alert')
      .filter({ hasText: 'Tag “print” is “summer” now' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByText('2 links changed back.').waitFor();
    assert.deepEqual(await list(), [
      { tag: 'print', links: 2, color: null },
      { tag: 'summer', links: 2, color: 'green' },
    ]);
    await dialog.getByRole('button', { name: 'Rename the tag print' }).click();
    await page.getByLabel('New name of the tag print').fill('summer');
    await page.keyboard.press('Enter');
    await button(page, 'Merge tags').click();
    await dialog.getByText('3 links').waitFor();

    await dialog.getByText('3 links').waitFor();
    await dialog.getByRole('button', { name: 'Remove the tag summer from all links' }).click();
    await button(page, 'Remove tag').click();
    await page.getByText('No link has a tag yet.').waitFor();
    assert.deepEqual(await list(), []);
  });

  test('get a colour before the server answers, and lose it again if it refuses', async () => {
    const { opened, list } = await openTagged('/links');
    await using _closing = opened;
    const { page } = opened;
    await button(page, 'Tags').click();
    const color = page.getByRole('button', { name: 'Colour of the tag spring' });
    const held = Promise.withResolvers<Route>();
    await page.route('**/tags', (route) =>
      route.request().method() === 'GET' ? route.continue() : held.resolve(route),
    );
    await color.click();
    await page.getByRole('menuitem', { name: 'Green' }).click();
    const request = await held.promise;
    await color.getByText('Green').waitFor();
    await request.fulfill({ status: 500, json: { status: 500, detail: 'No room' } });
    await color.getByText('Colour', { exact: true }).waitFor();
    await page.getByText('Something went wrong', { exact: true }).waitFor();
    assert.deepEqual(
      (await list()).map((tag) => tag.color),
      [null, null],
    );
  });

  test('filter the list by all that are chosen', async () => {
    const { opened } = await openTagged('/links');
    await using _closing = opened;
    const { page } = opened;
    await row(page, 'Bela').waitFor();
    const choose = async (tag: string) => {
      await page.getByRole('combobox', { name: 'Filter by tag' }).click();
      await page.getByRole('option', { name: tag, exact: true }).click();
    };
    await choose('spring');
    await page.getByText('2 links match').waitFor();
    await choose('print');
    await page.getByText('1 link matches').waitFor();
    await row(page, 'Anna').waitFor();
    await page.reload();
    await page.getByText('1 link matches').waitFor();
    assert.deepEqual(await examineAsItIs(page, 'tag-filter'), []);
    await button(page, 'Remove the tag spring').click();
    await page.getByText('2 links match').waitFor();
    await row(page, 'Carl').waitFor();
  });

  test('are suggested in the form', async () => {
    const { opened, list } = await openTagged('/links/new');
    await using _closing = opened;
    const { page } = opened;
    const field = page.getByRole('combobox', { name: 'Tags' });
    await field.fill('spr');
    await page.getByRole('option', { name: 'spring', exact: true }).click();
    await button(page, 'Create link').click();
    await page.getByRole('tab', { name: 'Details' }).waitFor();
    assert.equal((await list()).find(({ tag }) => tag === 'spring')?.links, 3);
  });
});
