import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { addressIn, mailsIn } from '../../support/outside/mails.ts';
import { useProduct } from '../../support/product.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { seedProduct } from '../seed.ts';

const { acceptInvitation, createInvitation, createProjectLink, updateProjectLink } = operations;

/** A link of the demo project with a change of every kind. */
async function newChangedLink() {
  const { call, projectId } = await seedProduct();
  const { origin, appKey } = await useProduct();
  const key = createClient({ baseUrl: `${origin}/v1`, headers: { 'x-app-key': appKey } });
  const first = { fallbackUrl: 'https://example.com/spring', tags: ['spring'] };
  const made = await call(createProjectLink, {
    params: { projectId },
    body: { type: 'dynamic', name: 'Leaflet at the harbour', ...first },
  });
  const { id } = bodyOf(made, 201);
  const params = { projectId, linkId: id };
  const update = async (body: Parameters<typeof call<typeof updateProjectLink>>[1]['body']) =>
    bodyOf(await call(updateProjectLink, { params, body }), 200);
  await update({ iosFallbackUrl: 'https://example.com/ios', parameters: { screen: 'home' } });
  await update({ iosFallbackUrl: null, archived: true, allowQueryPassthrough: true });
  await update({ archived: false, expiresAt: '2035-01-01T00:00:00.000Z', tags: ['summer'] });
  const fallbackUrl = `https://example.com/summer?${'campaign=harbour&'.repeat(8)}`;
  await key(operations.updateLink, { params: { id }, body: { fallbackUrl } });
  return { params, path: `/links/${id}?tab=history`, first };
}

const row = (page: Page, text: string | RegExp) => page.locator('.row').filter({ hasText: text });
const revertButtons = (page: Page) => page.getByRole('button', { name: /^Revert the change of/ });

suiteInBrowser('the history of a link', () => {
  test('tells who changed what from what to what, light, dark and on a phone', async () => {
    const { path } = await newChangedLink();
    await using opened = await openSignedIn(path);
    const { page } = opened;
    const history = page.getByRole('region', { name: 'History' });
    for (const sentence of [
      /\(API key\) changed Destination from https:\/\/example\.com\/spring to https:\/\/example\.com\/summer/,
      'took the link out of the archive',
      'archived the link',
      'added the tag summer and removed the tag spring',
      'set Expires to ',
      'cleared iPhone and iPad without the app, which was https://example.com/ios',
      'set iPhone and iPad without the app to https://example.com/ios',
      'turned Pass on parameters added by visitors on',
    ]) {
      await history.getByText(sentence).first().waitFor();
    }
    await row(page, 'set Parameters').getByText('Values').click();
    await history.getByText('"screen": "home"').waitFor();
    assert.deepEqual(await examineAsItIs(page, 'link-history'), []);
  });

  test('reverts a change once it is confirmed, and undoes that', async () => {
    const { path, first } = await newChangedLink();
    await using opened = await openSignedIn(path);
    const { page } = opened;
    const { fallbackUrl } = first;
    await row(page, 'API key').getByRole('button').click();
    const question = page.getByRole('dialog', { name: 'Revert this change?' });
    await question.getByText(`Destination: ${fallbackUrl}`).waitFor();
    assert.deepEqual(await examineAsItIs(page, 'link-history-revert'), []);
    await question.getByRole('button', { name: 'Revert', exact: true }).click();
    await page.getByText('The change was reverted.').waitFor();
    await row(page, `to ${fallbackUrl}`).waitFor();
    // What has been reverted has nothing left to revert.
    assert.equal(await row(page, 'API key').getByRole('button').count(), 0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The change is back.').waitFor();
    await row(page, 'API key').getByRole('button').waitFor();
  });

  test('says which field keeps a change from being reverted', async () => {
    const { path, params } = await newChangedLink();
    const { call } = await seedProduct();
    const body = { fallbackUrl: 'https://example.com/autumn' };
    bodyOf(await call(updateProjectLink, { params, body }), 200);
    await using opened = await openSignedIn(path);
    const { page } = opened;
    await row(page, 'API key').getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revert', exact: true }).click();
    await page.getByText(/Destination has been changed again since/).waitFor();
  });

  test('shows viewers no Revert', async () => {
    const { path } = await newChangedLink();
    const product = await useProduct();
    const { call, projectId } = await seedProduct();
    const reader = { email: 'historian@example.com', password: 'only here to read', projectId };
    const { email, password } = reader;
    const body = { email, role: 'viewer' } as const;
    bodyOf(await call(createInvitation, { params: { projectId }, body }), 201);
    const [mail] = await mailsIn(product.dataDir, email);
    const token = new URL(addressIn(mail, '/invitation')).searchParams.get('token') ?? '';
    const named = { token, name: 'Historian', password };
    bodyOf(await call(acceptInvitation, { body: named }), 200);
    await using opened = await openSignedIn(path, {}, reader);
    const { page } = opened;
    await row(page, 'API key').waitFor();
    assert.equal(await revertButtons(page).count(), 0);
  });
});
