import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { LIMITS } from '@fairlead/contract/limits';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { newShop } from './newShop.ts';

suiteInBrowser('events that apps say', () => {
  test('are limited, and their revenue left out, on Settings; shared pages say so', async () => {
    const { owner, call, install, send } = await newShop();
    const product = await useProduct();
    const params = { projectId: owner.projectId };
    await using opened = await openSignedIn('/settings', {}, owner);
    const { page } = opened;
    const card = page.getByRole('region', { name: 'Events said by apps' });
    await card.getByRole('combobox', { name: 'Revenue that is added up' }).click();
    await page.getByRole('option', { name: 'Only what servers and event sources say' }).click();
    const daily = card.getByRole('textbox', { name: 'Events of apps a day' });
    await daily.fill('5');
    await button(page, 'Save settings').click();
    await card.getByText(/100 or more/).waitFor();
    await daily.fill('1000');
    await button(page, 'Save settings').click();
    await page.getByText('Saved.').waitFor();
    const saved = bodyOf(await call(operations.getProject, { params }), 200);
    assert.deepEqual([saved.revenueFrom, saved.dailyAppEvents], ['servers', 1000]);
    assert.deepEqual(await examineAsItIs(page, 'settings-app-events'), []);

    const people = await Promise.all(
      Array.from({ length: LIMITS.fewestShared + 1 }, () => install()),
    );
    const sale = { name: 'purchase', revenue: { amount: 250, currency: 'EUR' } };
    await send(people.map((installationId) => ({ installationId, ...sale })));
    const key = { name: 'The app', class: 'publishable' } as const;
    const { text } = bodyOf(await call(operations.createAppKey, { params, body: key }), 201);
    const app = createClient({ baseUrl: `${product.origin}/v1`, headers: { 'x-app-key': text } });
    const claim = { installationId: people[0]!, name: 'purchase', eventId: randomUUID() };
    const events = [{ ...claim, revenue: { amount: 99_900, currency: 'EUR' } }];
    bodyOf(await app(operations.recordSdkEvents, { body: { events } }), 202);

    const body = { name: 'For investors', showsEvents: true };
    const share = bodyOf(await call(operations.createNumberShare, { params, body }), 201);
    await using visit = await product.openPage({});
    await visit.page.goto(share.url);
    const shared = visit.page.getByRole('region', { name: 'Events and revenue' });
    await shared.getByRole('group', { name: 'Revenue, EUR' }).getByText('€15.00').waitFor();
    await shared.getByText('Revenue that only apps have said is not added.').waitFor();
  });
});
