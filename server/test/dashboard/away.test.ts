import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../support/browser/browser.ts';
import { bodyOf } from '../support/callers/person.ts';
import { newOwner, useProduct } from '../support/product.ts';
import { nextTotpOf, totpOf } from '../support/callers/totpOf.ts';
import { button, heading } from './byName.ts';
import { openSignedIn } from './openSignedIn.ts';
import { callAs, seedProduct } from './seed.ts';

const PATHS = /\/api\/v1\//;
const name = (page: Page) => page.getByLabel('Name', { exact: true });

async function countLinks(call: Awaited<ReturnType<typeof callAs>>, projectId: string) {
  const params = { projectId };
  return bodyOf(await call(operations.listProjectLinks, { params }), 200).total;
}

suiteInBrowser('the dashboard without a server, a session or a connection', () => {
  test('says that the server cannot answer instead of asking for a password', async () => {
    await using opened = await openSignedIn('/members');
    const { page } = opened;
    const json = { statusCode: 503, message: 'The database is away', error: 'UNAVAILABLE' };
    await page.route(PATHS, (route) => route.fulfill({ status: 503, json }));
    await page.reload();
    await heading(page, 'Could not open the dashboard').waitFor();
    await page.getByText('The database is away').waitFor();
    await page.unroute(PATHS);
    await page.route(PATHS, (route) => route.abort());
    await button(page, 'Try again').click();
    await page.getByText('The server does not answer.').waitFor();
    assert.match(page.url(), /\/members$/);
    await page.unroute(PATHS);
    await button(page, 'Try again').click();
    await heading(page, 'Members').waitFor();
  });

  test('asks for password and code over a form whose session has ended, and keeps what was typed', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const elsewhere = await callAs(product, owner);
    const made = await elsewhere(operations.createProject, { body: { name: 'With a domain' } });
    const projectId = bodyOf(made, 201).id;
    await using opened = await openSignedIn('/links/new', {}, { ...owner, projectId });
    const { page } = opened;
    await name(page).fill('Written before');
    const body = { password: owner.password };
    const { secret } = bodyOf(await elsewhere(operations.startTotp, { body }), 200);
    const code = totpOf(secret);
    const { token } = bodyOf(await elsewhere(operations.confirmTotp, { body: { code } }), 200);
    const headers = { authorization: `Bearer ${token}` };
    const careful = createClient({ baseUrl: `${product.origin}/api/v1`, headers });
    bodyOf(await careful(operations.revokeOtherSessions, {}), 200);

    await button(page, 'Create link').click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
    await page.keyboard.press('Escape');
    assert.equal(await dialog.getByLabel('Email').inputValue(), owner.email);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(owner.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(nextTotpOf(secret));
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await name(page).inputValue(), 'Written before');
    await page.getByText('You were signed out before this was done.').waitFor();
    assert.equal(await countLinks(careful, projectId), 0);
    await button(page, 'Create link').click();
    await heading(page, 'Written before').waitFor();
    assert.equal(await countLinks(careful, projectId), 1);
  });

  test('says at once that there is no connection, and makes nothing later', async () => {
    const { projectId, call } = await seedProduct();
    await using opened = await openSignedIn('/links/new');
    const { page, context } = opened;
    const before = await countLinks(call, projectId);
    await name(page).fill('Written in a tunnel');
    await context.setOffline(true);
    const banner = page.getByText('No connection. What you see may be out of date');
    await banner.waitFor();
    await button(page, 'Create link').click();
    await page.getByText('No connection. Nothing was saved.').waitFor();
    await context.setOffline(false);
    await banner.waitFor({ state: 'detached' });
    // Whatever the browser still held back would be sent before this.
    await page.getByLabel('Slug').fill('in-a-tunnel');
    await page.getByText('in-a-tunnel is available.').waitFor();
    assert.equal(await countLinks(call, projectId), before);
    assert.equal(await name(page).inputValue(), 'Written in a tunnel');
  });
});
