import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { LIMITS } from '@fairlead/contract/limits';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { newShop } from '../events/newShop.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

suiteInBrowser('numbers for others', () => {
  test('are made into a page with a password, which a stranger reads until it is ended', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const call = await callAs(product, owner);
    const { id } = bodyOf(await call(operations.createProject, { body: { name: 'Given' } }), 201);
    await using opened = await openSignedIn('/analytics', {}, { ...owner, projectId: id });
    const { page } = opened;
    await button(page, 'Add a note').click();
    await page.getByLabel('What happened').fill('Version 3.2');
    await button(page, 'Add note').click();
    await page.getByRole('list', { name: 'Notes' }).getByText('Version 3.2').waitFor();

    await button(page, 'Share…').click();
    const dialog = page.getByRole('dialog', { name: 'Share these numbers' });
    // It stands as it was until the write has begun, which `check` would not wait for.
    await dialog.getByRole('switch', { name: /each week/ }).click();
    await page.getByText('You get the numbers every Monday.').waitFor();
    await dialog.getByRole('switch', { name: /each week/, checked: true }).waitFor();
    await dialog.getByLabel('Title of the page').fill('For the agency');
    await dialog.getByLabel('Notes on days too').check();
    await dialog.getByLabel('Password, if wanted').fill('several words');
    await button(page, 'Create page').click();
    const url = await dialog.getByText(/\/shared\//).innerText();
    assert.deepEqual(await examineAsItIs(page, 'analytics-share'), []);

    await using visit = await product.openPage({});
    const stranger = visit.page;
    await stranger.goto(url);
    await stranger.getByRole('textbox', { name: 'Password' }).fill('a wrong one');
    await button(stranger, 'Show the numbers').click();
    await stranger.getByText('That is not the password of this page').waitFor();
    assert.deepEqual(await examineAsItIs(stranger, 'shared-password'), []);
    await stranger.getByRole('textbox', { name: 'Password' }).fill('several words');
    await button(stranger, 'Show the numbers').click();
    await stranger.getByRole('heading', { name: 'For the agency' }).waitFor();
    await stranger.getByText('Version 3.2').waitFor();
    await stranger.getByText('7 days').click();
    await stranger.waitForURL(/period=7d/);
    await stranger.getByRole('heading', { name: 'For the agency' }).waitFor();
    assert.equal(await button(stranger, 'Add a note').count(), 0);
    assert.deepEqual(await examineAsItIs(stranger, 'shared-numbers'), []);

    await button(page, 'End the page For the agency').click();
    await button(page, 'End the page').last().click();
    await page.getByText('Page ended.').waitFor();
    await stranger.reload();
    await stranger.getByText(/There is nothing at this address/).waitFor();
  });

  test('have events and revenue where that was chosen, without those of few people', async () => {
    const { owner, install, send } = await newShop();
    const people = await Promise.all(
      Array.from({ length: LIMITS.fewestShared + 1 }, () => install()),
    );
    const bought = people.map((installationId) => ({
      installationId,
      name: 'purchase',
      revenue: { amount: 250, currency: 'EUR' },
    }));
    const named = (name: string) => bought.slice(1).map((sale) => ({ ...sale, name }));
    await send([...bought, ...named('renewal'), ...named('gift').slice(1)]);
    await using opened = await openSignedIn('/analytics', {}, owner);
    const { page } = opened;
    await button(page, 'Share…').click();
    const dialog = page.getByRole('dialog', { name: 'Share these numbers' });
    await dialog.getByLabel('Title of the page').fill('For investors');
    await dialog.getByRole('checkbox', { name: 'Events and revenue too' }).check();
    await button(page, 'Create page').click();
    await dialog.getByText('with events and revenue').waitFor();
    const url = await dialog.getByText(/\/shared\//).innerText();

    const product = await useProduct();
    await using visit = await product.openPage({});
    await visit.page.goto(url);
    const card = visit.page.getByRole('region', { name: 'Events and revenue' });
    await card.getByRole('group', { name: 'Revenue, EUR' }).getByText('€37.50').waitFor();
    const names = card.getByRole('rowheader');
    assert.deepEqual(await names.allInnerTexts(), ['purchase']);
    await card.getByText(/Figures of fewer than 5 people are hidden/).waitFor();
    await card.getByRole('combobox', { name: 'Break down by' }).click();
    await visit.page.getByRole('option', { name: 'Link' }).click();
    await card.getByRole('rowheader', { name: 'Summer sale' }).waitFor();
    assert.equal(await card.getByRole('link').count(), 0);
    assert.deepEqual(await examineAsItIs(visit.page, 'shared-events'), []);
  });
});
