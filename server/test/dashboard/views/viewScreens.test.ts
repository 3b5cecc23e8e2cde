import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

suiteInBrowser('saved views on the Links screen', () => {
  test('are saved, opened, changed, reset and deleted', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const call = await callAs(product, owner);
    const params = { projectId: owner.projectId };
    bodyOf(await call(operations.useServerDomain, { params }), 201);
    for (const [name, tag] of [
      ['Kiosk', 'print'],
      ['Banner', 'web'],
    ] as const) {
      const body = { type: 'unified' as const, name, tags: [tag] };
      bodyOf(await call(operations.createProjectLink, { params, body }), 201);
    }
    await using opened = await openSignedIn('/links?tag=print', {}, owner);
    const { page } = opened;
    await page.getByText('1 link matches').waitFor();
    await button(page, 'Views').click();
    await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
    await page.getByLabel('Name of the view').fill('Paper');
    await page.getByLabel('For the whole team').check();
    await button(page, 'Save view').click();
    await button(page, 'Paper').waitFor();
    assert.equal(await page.getByText('is changed.').count(), 0);

    await page.getByRole('button', { name: 'Remove the tag print' }).click();
    await page.getByText('The view “Paper” is changed.').waitFor();
    await page.getByText('2 links', { exact: true }).waitFor();
    await button(page, 'Reset').click();
    await page.getByText('1 link matches').waitFor();
    await button(page, 'Columns').click();
    await page.getByRole('checkbox', { name: 'External ID' }).check();
    await page.keyboard.press('Escape');
    await button(page, 'Save view').click();
    await page.getByText('The view “Paper” is changed.').waitFor({ state: 'detached' });
    const { views } = bodyOf(await call(operations.listLinkViews, { params }), 200);
    assert.ok(views[0]!.columns.includes('externalId'));
    assert.equal(views[0]!.team, true);

    await button(page, 'Paper').click();
    await page.getByRole('menuitem', { name: 'Leave this view' }).click();
    await page.getByText('2 links', { exact: true }).waitFor();
    assert.equal(await page.getByRole('columnheader', { name: 'External ID' }).count(), 0);
    await button(page, 'Views').click();
    await page.getByRole('menuitem', { name: 'Paper' }).click();
    await page.getByRole('columnheader', { name: 'External ID' }).waitFor();
    await button(page, 'Paper').click();
    await page.getByRole('menuitem', { name: 'Delete this view…' }).click();
    await button(page, 'Delete view').click();
    await page.getByText('View deleted.').waitFor();
    await button(page, 'Views').waitFor();
  });
});
