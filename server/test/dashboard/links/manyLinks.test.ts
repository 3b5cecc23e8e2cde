import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { button, heading, unfold } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const show = async (page: Page, which: string) => {
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: which, exact: true }).click();
};

const TABLE = `document.querySelector('[role=table]')`;

/** A project with so many links, the first of which has a tag; and calls as its owner. */
async function openMany(count: number) {
  const product = await useProduct();
  const owner = await newOwner(product);
  const call = await callAs(product, owner);
  const project = bodyOf(await call(operations.createProject, { body: { name: 'Many' } }), 201);
  const params = { projectId: project.id };
  const body = Array.from({ length: count }, (_, n) => ({
    type: 'unified' as const,
    name: `Link ${n}`,
    ...(n === 0 && { tags: ['Print'] }),
  }));
  await Array.fromAsync(bodyOf(await call(operations.createProjectLinks, { params, body }), 200));
  const total = async (query: { tag?: string; archived?: boolean; deleted?: boolean }) =>
    bodyOf(await call(operations.listProjectLinks, { params, query }), 200).total;
  const opened = await openSignedIn('/links', {}, { ...owner, projectId: project.id });
  return { opened, total };
}

suiteInBrowser('the list of links', () => {
  test('is where it was left, on the way back from a link', async () => {
    const { opened } = await openMany(300);
    await using _closing = opened;
    const { page } = opened;
    await row(page, 'Link 299').waitFor();
    await page.evaluate(`${TABLE}.scrollTop = 4200`);
    await row(page, 'Link 225').waitFor();
    const placeOf = (): Promise<number> => page.evaluate(`${TABLE}.scrollTop`);
    const top = await placeOf();
    await page.getByRole('link', { name: 'Link 225', exact: true }).click();
    await heading(page, 'Link 225').waitFor();
    await page.goBack();
    await row(page, 'Link 225').waitFor();
    assert.equal(await placeOf(), top);
  });
});

suiteInBrowser('all links that match', () => {
  test('are chosen with their count, tagged, archived, deleted and restored', async () => {
    const { opened, total } = await openMany(1203);
    await using _closing = opened;
    const { page } = opened;
    const all = page.getByRole('checkbox', { name: 'Select all 1,203 links that match' });
    await all.check();
    await button(page, 'Change 1,203 links').click();
    await page.getByRole('menuitem', { name: 'Add a tag…' }).click();
    await page.getByRole('combobox', { name: 'Tag', exact: true }).fill('spring');
    await page.getByRole('dialog').getByRole('button', { name: 'Change 1,203 links' }).click();
    await page.getByText('1,203 links tagged “spring”.').waitFor();
    assert.equal(await total({ tag: 'spring' }), 1203);

    // A tag in a row leads to the links that have it; the filter is in the URL.
    await page.getByRole('searchbox').fill('Link 0');
    await row(page, 'Link 0').getByRole('link', { name: 'Links tagged Print' }).click();
    await page.waitForURL(/tag=Print/);
    await page.getByText('1 link matches').waitFor();
    await button(page, 'Clear filters').click();
    await page.getByText('1,203 links').first().waitFor();

    await page.getByRole('checkbox', { name: 'Select Link 1202' }).check();
    await button(page, 'Change 1 link').click();
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
    await page.getByText('1 link archived.').waitFor();
    await page.getByText('1,202 links').first().waitFor();
    assert.equal(await row(page, 'Link 1202').count(), 0);
    await show(page, 'Archived');
    await row(page, 'Link 1202').getByText('Archived').waitFor();
    assert.match(page.url(), /show=archived/);

    await show(page, 'In use');
    await page.getByRole('checkbox', { name: 'Select all 1,202 links that match' }).check();
    await button(page, 'Delete 1,202 links').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1,202 links' }).click();
    await page.getByText('1,202 links deleted.').waitFor();
    assert.equal(await total({ deleted: true }), 1202);
    assert.equal(await total({}), 1, 'what did not match stays');
    await show(page, 'Deleted');
    await page.getByRole('checkbox', { name: 'Select all 1,202 links that match' }).check();
    await button(page, 'Restore 1,202 links').click();
    await page.getByText('1,202 links are back.').waitFor();
    await heading(page, 'No deleted links').waitFor();
    assert.equal(await total({ archived: false }), 1202);
  });
});

suiteInBrowser('a link form', () => {
  test('sets tags, expiry and archive, and shows them again', async () => {
    const { opened } = await openMany(1);
    await using _closing = opened;
    const { page } = opened;
    await page.getByRole('link', { name: 'New link' }).click();
    await page.getByLabel('Name', { exact: true }).fill('With everything');
    await page.getByRole('combobox', { name: 'Tags' }).fill('spring');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Tags' }).fill('print');
    await page.keyboard.press('Enter');
    await unfold(page, 'Expiry and archive');
    await page.getByLabel('Expires', { exact: true }).fill('2090-01-02T03:04');
    await page.getByRole('switch', { name: 'Archived' }).check();
    await button(page, 'Create link').click();
    await heading(page, 'Your link is ready').waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const expires = page.getByLabel('Expires', { exact: true });
    await expires.waitFor();
    assert.equal(await expires.inputValue(), '2090-01-02T03:04');
    assert.ok(await page.getByRole('switch', { name: 'Archived' }).isChecked());
    await expires.fill('');
    await page.getByRole('switch', { name: 'Archived' }).uncheck();
    await button(page, 'Save changes').click();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('spring, print').waitFor();
    assert.equal(await page.getByText('Expires', { exact: true }).count(), 0);
  });
});
