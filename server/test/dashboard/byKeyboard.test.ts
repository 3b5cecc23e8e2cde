import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import type { Locator, Page } from 'playwright-core';
import { suiteInBrowser } from '../support/browser/browser.ts';
import { bodyOf } from '../support/callers/person.ts';
import { newOwner, useProduct } from '../support/product.ts';
import { button, heading } from './byName.ts';
import { openSignedIn } from './openSignedIn.ts';
import { callAs } from './seed.ts';

/** More stops than any page has before what somebody is after. */
const MOST_STOPS = 150;

type Element = { matches(selector: string): boolean };

/** Presses Tab until something has the focus, as somebody without a mouse does. */
async function reach(page: Page, target: Locator): Promise<void> {
  await pressUntil(page, 'Tab', target, ':focus');
}

async function pressUntil(page: Page, key: string, target: Locator, is: string): Promise<void> {
  // Controls that are drawn by something else are hidden.
  await target.waitFor({ state: 'attached' });
  const isThere = () =>
    target.evaluate((element, selector) => (element as Element).matches(selector), is);
  for (let stops = 0; !(await isThere()); stops += 1) {
    assert.ok(stops < MOST_STOPS, `${String(target)} cannot be reached`);
    await page.keyboard.press(key);
  }
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.insertText(text);
}

/** A shop with old addresses, and an app that was installed from none of its links. */
async function newShop() {
  const product = await useProduct();
  const owner = await newOwner(product);
  const call = await callAs(product, owner);
  const { id } = bodyOf(await call(operations.createProject, { body: { name: 'Shop' } }), 201);
  const params = { projectId: id };
  const links = ['coat', 'boots', 'rope'].map((slug) => ({
    type: 'unified' as const,
    slug,
    name: slug,
    fallbackUrl: `https://old.shop.example/${slug}`,
  }));
  await Array.fromAsync(
    bodyOf(await call(operations.createProjectLinks, { params, body: links }), 200),
  );
  const key = { name: 'The app', class: 'publishable' } as const;
  const { text } = bodyOf(await call(operations.createAppKey, { params, body: key }), 201);
  const app = createClient({ baseUrl: `${product.origin}/v1`, headers: { 'x-app-key': text } });
  const installationId = randomUUID();
  const facts = { osName: 'iOS', deviceManufacturer: 'Apple', deviceModel: 'iPhone17,1' };
  await app(operations.bootstrap, { body: { installationId, ...facts } });
  const body = { installationId, fingerprint: { os: 'ios' as const } };
  bodyOf(await app(operations.matchDeferred, { body }), 200);
  const destinations = async () =>
    bodyOf(await call(operations.listProjectLinks, { params, query: {} }), 200).links.map(
      ({ fallbackUrl }) => fallbackUrl,
    );
  return { owner: { ...owner, projectId: id }, installationId, destinations };
}

suiteInBrowser('a day at the desk, by keyboard alone', () => {
  test('a link with a campaign and its code; all destinations changed', async () => {
    const { owner, destinations } = await newShop();
    await using opened = await openSignedIn('/links', { acceptDownloads: true }, owner);
    const { page } = opened;
    await press(page, page.getByRole('link', { name: 'New link' }).first());
    await type(
      page,
      page.getByLabel('Destination', { exact: true }),
      'https://old.shop.example/tent',
    );
    await press(page, page.locator('summary', { has: heading(page, 'Campaign') }));
    await type(page, page.getByLabel('Source', { exact: true }), 'newsletter');
    await type(page, page.getByLabel('Medium', { exact: true }), 'email');
    await press(page, button(page, 'Create link'));
    await page.getByText('https://old.shop.example/tent?utm_source=newsletter').first().waitFor();
    await press(page, button(page, 'Download QR code'));
    const downloading = page.waitForEvent('download');
    await press(page, button(page, 'Download PNG'));
    assert.match((await downloading).suggestedFilename(), /\.png$/);
    await page.keyboard.press('Escape');

    await press(page, page.getByRole('link', { name: 'Links', exact: true }));
    await type(page, page.getByRole('searchbox'), 'old.shop.example');
    await page.getByText('4 links match').waitFor();
    await press(
      page,
      page.getByRole('checkbox', { name: 'Select all 4 links that match' }),
      'Space',
    );
    await press(page, button(page, 'Change 4 links'));
    const replace = page.getByRole('menuitem', { name: /Replace/ });
    await pressUntil(page, 'ArrowDown', replace, ':focus');
    await page.keyboard.press('Enter');
    await type(page, page.getByLabel('Find'), 'https://old.shop.example/');
    await type(page, page.getByLabel('Replace with'), 'https://shop.example/');
    await press(page, button(page, 'Preview'));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change 4 links' }));
    await page.getByText('Destinations of 4 links changed').first().waitFor();
    const changed = [
      'https://shop.example/boots',
      'https://shop.example/coat',
      'https://shop.example/rope',
      'https://shop.example/tent?utm_source=newsletter&utm_medium=email',
    ];
    assert.deepEqual(new Set(await destinations()), new Set(changed));
  });

  test('the links of last month beside the month before; a page for a client; why not credited', async () => {
    const { owner, installationId } = await newShop();
    await using opened = await openSignedIn('/analytics', {}, owner);
    const { page } = opened;
    await press(page, button(page, 'Other dates'));
    await press(page, button(page, 'Last month'));
    await reach(page, page.getByRole('combobox', { name: 'Compare with' }));
    await page.keyboard.press('ArrowDown');
    const before = page.getByRole('option', { name: 'Period before' });
    await pressUntil(page, 'ArrowDown', before, '[data-combobox-selected]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/compare=previous/);
    await reach(page, page.getByRole('radio', { name: 'Most clicks' }));
    await page.keyboard.press('ArrowRight');
    const table = page.getByRole('table', { name: 'Links and what they brought' });
    await table.getByRole('row', { name: /coat/ }).getByText('also 0 before').first().waitFor();

    await press(page, button(page, 'Share…'));
    await type(page, page.getByLabel('Title of the page'), 'For the client');
    await press(page, button(page, 'Create page'));
    await page.getByText(/\/shared\//).waitFor();
    await page.keyboard.press('Escape');

    await press(page, page.getByRole('link', { name: 'Installations', exact: true }));
    await type(page, page.getByLabel('Find by ID'), installationId);
    await page.keyboard.press('Enter');
    await page.waitForURL(/search=/);
    await press(page, page.getByRole('link', { name: /iPhone17,1/ }));
    await page.getByText(/^No: this install is not credited to any link, because /).waitFor();
  });
});
