import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { button, heading } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

suiteInBrowser('templates of links', () => {
  test('are saved from a link and from the form, chosen, filled in, renamed and deleted', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const call = await callAs(product, owner);
    const made = await call(operations.createProject, { body: { name: 'Templates' } });
    const params = { projectId: bodyOf(made, 201).id };
    const body = { type: 'unified' as const, name: 'Poster', tags: ['print'] };
    const { id } = bodyOf(await call(operations.createProjectLink, { params, body }), 201);
    await using opened = await openSignedIn(
      `/links/${id}`,
      {},
      { ...owner, projectId: params.projectId },
    );
    const { page } = opened;
    const name = page.getByLabel('Name of the template');
    await button(page, 'More for this link').click();
    await page.getByRole('menuitem', { name: 'Save as template…' }).click();
    await button(page, 'Save template').click();
    await page.getByText('Type a name.').waitFor();
    await name.fill('Print');
    assert.deepEqual(await examineAsItIs(page, 'template'), []);
    await button(page, 'Save template').click();
    await page.getByText('Template saved.').waitFor();

    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByRole('link', { name: 'New link' }).click();
    await button(page, 'Templates').click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    await page.waitForURL(/template=/);
    await page.getByText('print', { exact: true }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Leaflet');
    await page
      .getByLabel('Destination', { exact: true })
      .fill('https://shop.example/{product}?utm_source=leaflet');
    await button(page, 'Save as template').click();
    await name.fill('Leaflets');
    await button(page, 'Save template').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(page, 'Create link').click();
    await heading(page, 'Leaflet').waitFor();

    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByRole('link', { name: 'New link' }).click();
    await button(page, 'Templates').click();
    await page.getByRole('menuitem', { name: 'Leaflets' }).click();
    const destination = page.getByLabel('Destination', { exact: true });
    await until('the template is in the form', async () =>
      (await destination.inputValue()).includes('{product}'),
    );
    await button(page, 'Create link').click();
    await page.getByText('Fill in {product}.').waitFor();
    await destination.fill('https://shop.example/shoes?utm_source=leaflet');
    await button(page, 'Create link').click();
    await heading(page, 'Your link is ready').waitFor();
    const { links } = bodyOf(await call(operations.listProjectLinks, { params }), 200);
    assert.deepEqual(
      [links[0]?.fallbackUrl, links[0]?.tags],
      ['https://shop.example/shoes?utm_source=leaflet', ['print']],
    );

    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByRole('link', { name: 'New link' }).click();
    await button(page, 'Templates').click();
    await page.getByRole('menuitem', { name: 'Manage templates…' }).click();
    await button(page, 'Rename the template Print').click();
    await name.fill('Posters');
    await button(page, 'Rename template').click();
    await page.getByText('Template renamed.').waitFor();
    await button(page, 'Delete the template Posters').click();
    await button(page, 'Delete template').click();
    await page.getByText('Template “Posters” deleted.').waitFor();
    const { templates } = bodyOf(await call(operations.listLinkTemplates, { params }), 200);
    assert.deepEqual(
      templates.map((template) => template.name),
      ['Leaflets'],
    );
  });
});
