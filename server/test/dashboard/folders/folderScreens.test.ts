import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { button, heading } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** By the notification that says so. */
const undo = (page: Page, text: string) =>
  page
    .getByRole('alert')
    .filter({ hasText: text })
    .getByRole('button', { name: 'Undo', exact: true })
    .click();

suiteInBrowser('folders on the Links screen', () => {
  test('are created, filled with chosen links, narrow the list, and are deleted once empty', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const call = await callAs(product, owner);
    const project = bodyOf(await call(operations.createProject, { body: { name: 'Order' } }), 201);
    const params = { projectId: project.id };
    const body = ['Poster', 'Leaflet'].map((name) => ({ type: 'unified' as const, name }));
    await Array.fromAsync(bodyOf(await call(operations.createProjectLinks, { params, body }), 200));
    await using opened = await openSignedIn('/links', {}, { ...owner, projectId: project.id });
    const { page } = opened;
    await button(page, 'Folders').click();
    await page.getByLabel('New folder').fill('Print');
    await button(page, 'Create folder').click();
    await page.getByRole('dialog').getByText('Empty').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await page.getByRole('checkbox', { name: 'Select Poster' }).check();
    await button(page, 'Change 1 link').click();
    await page.getByRole('menuitem', { name: 'Move to a folder…' }).click();
    await page.getByRole('combobox', { name: 'Folder', exact: true }).last().click();
    await page.getByRole('option', { name: 'Print', exact: true }).click();
    await button(page, 'Move 1 link').click();
    await page.getByText('1 link moved.').waitFor();

    await page.getByRole('link', { name: 'Poster' }).click();
    await button(page, 'More for this link').click();
    await page.getByRole('menuitem', { name: 'Duplicate…' }).click();
    await heading(page, 'Duplicate of Poster').waitFor();
    const chosen = page.getByRole('combobox', { name: 'Folder', exact: true });
    assert.equal(await chosen.inputValue(), 'Print');
    assert.equal(await page.getByLabel('Slug').inputValue(), '');
    await page.getByLabel('Name', { exact: true }).fill('Flyer');
    await chosen.hover();
    await button(page, 'Clear the folder').click();
    await button(page, 'Create link').click();
    await heading(page, 'Flyer').waitFor();
    await page.getByRole('link', { name: 'Links', exact: true }).click();

    await page.getByRole('combobox', { name: 'Folder', exact: true }).click();
    await page.getByRole('option', { name: 'Print (1)' }).click();
    await page.waitForURL(/folder=/);
    await page.getByText('1 link matches').waitFor();
    await row(page, 'Poster').waitFor();
    await row(page, 'Leaflet').waitFor({ state: 'detached' });

    await page.getByRole('checkbox', { name: 'Select Poster' }).check();
    await button(page, 'Change 1 link').click();
    await page.getByRole('menuitem', { name: 'Move to a folder…' }).click();
    await page.getByRole('combobox', { name: 'Folder', exact: true }).last().click();
    await page.getByRole('option', { name: 'No folder', exact: true }).click();
    await button(page, 'Move 1 link').click();
    await page.getByText('1 link taken out of folders.').waitFor();
    await undo(page, '1 link taken out of folders.');
    await row(page, 'Poster').waitFor();
    await undo(page, '1 link changed back.');
    await row(page, 'Poster').waitFor({ state: 'detached' });
    await button(page, 'Folders').click();
    await button(page, 'Rename the folder Print').click();
    await page.getByLabel('New name of Print').fill('Paper');
    await button(page, 'Rename folder').click();
    await button(page, 'Delete the folder Paper').click();
    await button(page, 'Delete folder').click();
    await page.getByText('Folder “Paper” deleted.').waitFor();
    await page.getByText('No folders yet.').waitFor();
  });
});
