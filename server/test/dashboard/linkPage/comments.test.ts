import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

suiteInBrowser('comments on the page of a link', () => {
  test('are written, edited and deleted, shown as they were typed, and counted', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const call = await callAs(product, owner);
    const { projectId } = owner;
    bodyOf(await call(operations.useServerDomain, { params: { projectId } }), 201);
    const made = await call(operations.createProjectLink, {
      params: { projectId },
      body: { type: 'dynamic', name: 'Leaflet', fallbackUrl: 'https://example.com' },
    });
    const { id } = bodyOf(made, 201);
    await using opened = await openSignedIn(`/links/${id}?tab=comments`, {}, owner);
    const { page } = opened;
    const add = page.getByRole('button', { name: 'Add comment' });
    await add.click();
    await page.getByText('Write a comment first.').waitFor();
    const field = page.getByRole('textbox', { name: 'New comment' });
    const text = 'Printed <b>5,000</b>\nin November';
    await field.fill(text);
    await add.click();
    await page.getByRole('tab', { name: 'Comments (1)' }).waitFor();
    const list = page.getByRole('list', { name: 'Comments' });
    assert.match(await list.innerText(), /Printed <b>5,000<\/b>\nin November/);
    assert.equal(await field.inputValue(), '');
    assert.deepEqual(await examineAsItIs(page, 'link-comments'), []);
    await page.getByRole('button', { name: /^Edit the comment of/ }).click();
    await page.getByRole('textbox', { name: 'Your comment' }).fill('Printed in December');
    await page.getByRole('button', { name: 'Save comment' }).click();
    await list.getByText('Printed in December').waitFor();
    await list.getByText('(edited)').waitFor();
    await page.getByRole('button', { name: /^Delete the comment of/ }).click();
    await page.getByRole('button', { name: 'Delete comment' }).click();
    await page.getByText('No comments yet').waitFor();
    await page.getByRole('tab', { name: 'Comments', exact: true }).waitFor();
  });
});
