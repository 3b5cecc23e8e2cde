import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Locator, Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { send, USER_AGENTS } from '../../support/callers/request.ts';
import { button, heading, unfold } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs, seedProduct } from '../seed.ts';

const destination = (page: Page) => page.getByLabel('Destination', { exact: true });
const slug = (page: Page) => page.getByLabel('Slug');

async function isMarked(field: Locator): Promise<boolean> {
  return (await field.getAttribute('aria-invalid')) === 'true';
}

suiteInBrowser('the link form', () => {
  test('starts with the destination and the short link', async () => {
    await using opened = await openSignedIn('/links/new');
    const { page } = opened;
    await destination(page).waitFor();
    const labels = await page.locator('main form label').allInnerTexts();
    assert.deepEqual(labels.slice(0, 4), ['Destination', 'Domain', 'Slug', 'Name']);
    assert.equal(await page.locator('main form details[open]').count(), 0);
  });

  test('marks all errors at once, in folded sections too; editing a field clears its own', async () => {
    await using opened = await openSignedIn('/links/new', {
      viewport: { width: 390, height: 844 },
    });
    const { page, requests } = opened;
    await destination(page).fill('not a page');
    await slug(page).fill('two words');
    await unfold(page, 'Phones without the app');
    const store = page.getByLabel('Android without the app');
    await store.fill('nor this');
    await unfold(page, 'Phones without the app');
    await button(page, 'Create link').click();
    await page.getByText('Destination must be an absolute URL such as').first().waitFor();
    assert.equal(await page.getByText('Slug may contain only letters, digits').count(), 1);
    for (const field of [destination(page), slug(page), store]) assert.ok(await isMarked(field));
    assert.equal(requests.filter((line) => /^POST .*\/links$/.test(line)).length, 1);
    const place = await destination(page).boundingBox();
    assert.ok(place && place.y > 56 && place.y < 700, JSON.stringify(place));
    assert.equal(await page.evaluate('document.activeElement.value'), 'not a page');
    assert.equal(await page.getByRole('alert').filter({ hasText: 'absolute URL' }).count(), 0);
    await destination(page).fill('https://example.com/a-page');
    assert.equal(await isMarked(destination(page)), false);
    assert.equal(await isMarked(store), true);
    await slug(page).fill('two-words');
    await button(page, 'Create link').click();
    await store.and(page.locator(':focus')).waitFor();
    assert.ok(await store.isVisible(), 'the part that was folded is open');
  });

  test('adds a missing scheme to URLs', async () => {
    await using opened = await openSignedIn('/links/new');
    const { page } = opened;
    await destination(page).fill('nordicsneakers.example/sale?a=1');
    await slug(page).focus();
    assert.equal(await destination(page).inputValue(), 'https://nordicsneakers.example/sale?a=1');
    await page.getByLabel('Name', { exact: true }).fill('Without a scheme');
    await destination(page).fill('nordicsneakers.example/late');
    await page.keyboard.press('Enter');
    await heading(page, 'Without a scheme').waitFor();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('https://nordicsneakers.example/late', { exact: true }).waitFor();
  });

  test('shows while typing whether a slug is available', async () => {
    const { call, projectId } = await seedProduct();
    const body = { type: 'unified', slug: 'taken-already' } as const;
    bodyOf(await call(operations.createProjectLink, { params: { projectId }, body }), 201);
    await using opened = await openSignedIn('/links/new');
    const { page } = opened;
    await slug(page).fill('taken-already');
    await page.getByText('is taken; choose another').waitFor();
    assert.ok(await isMarked(slug(page)));
    await slug(page).fill('still-free');
    await page.getByText('/still-free is available.').waitFor();
    assert.equal(await isMarked(slug(page)), false);
  });

  test('takes name and preview from the destination, and leaves what was written', async () => {
    await using opened = await openSignedIn('/links/new');
    const { page } = opened;
    await page.route('**/destination', (asked) => {
      const { url } = asked.request().postDataJSON() as { url: string };
      const title = url.endsWith('/tents') ? 'Tents' : 'Boots for mud | Example Shop';
      const found = { url, title, description: `All about ${title}`, image: null, trouble: null };
      return asked.fulfill({ json: found });
    });
    const name = page.getByLabel('Name', { exact: true });
    await destination(page).fill('shop.example/boots');
    await page.getByText('Name and preview are taken from shop.example.').waitFor();
    assert.equal(await name.inputValue(), 'Boots for mud | Example Shop');
    await page.getByRole('button', { name: 'Use /boots-for-mud' }).click();
    assert.equal(await slug(page).inputValue(), 'boots-for-mud');
    await name.fill('Muddy spring');
    await destination(page).fill('https://shop.example/tents');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('All about Tents').waitFor();
    assert.equal(await name.inputValue(), 'Muddy spring');
    await button(page, 'Create link').click();
    await heading(page, 'Your link is ready').waitFor();
    const address = await page.getByRole('img', { name: /^QR code of/ }).getAttribute('src');
    const { host, pathname } = new URL(address!.replace('/qr.svg', ''));
    await page.getByText('Waiting for the first click…').waitFor();
    const port = Number(new URL((await useProduct()).origin).port);
    await send({ path: pathname, headers: { host, 'user-agent': USER_AGENTS.desktop }, port });
    await page.getByText('We saw your first click').waitFor();
  });

  test('builds a campaign into the destination, from the values of the project', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const call = await callAs(product, owner);
    const params = { projectId: owner.projectId };
    bodyOf(await call(operations.useServerDomain, { params }), 201);
    await using opened = await openSignedIn('/settings', {}, owner);
    const { page } = opened;
    for (const value of ['newsletter', 'poster']) {
      await page.getByRole('combobox', { name: 'Source' }).fill(value);
      await page.keyboard.press('Enter');
    }
    await button(page, 'Save settings').click();
    await page.getByText('Saved.').waitFor();
    await page.goto(`${product.origin}/p/${owner.projectId}/links/new`);
    await destination(page).fill('https://shop.example/boots?size=40#top');
    await unfold(page, 'Campaign');
    await page.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'poster' }).click();
    await page.getByLabel('Medium', { exact: true }).fill('print');
    assert.equal(
      await destination(page).inputValue(),
      'https://shop.example/boots?size=40&utm_source=poster&utm_medium=print#top',
    );
    await destination(page).fill('https://shop.example/boots?utm_source=flyer');
    await button(page, 'Create link').click();
    await page.getByText('the settings of the project allow newsletter, poster').first().waitFor();
    assert.ok(await isMarked(destination(page)));
  });

  test('says which links lead to the destination already', async () => {
    const { call, projectId } = await seedProduct();
    const params = { projectId };
    const body = {
      type: 'unified',
      name: 'First way',
      fallbackUrl: 'https://twice.example/',
    } as const;
    bodyOf(await call(operations.createProjectLink, { params, body }), 201);
    await using opened = await openSignedIn('/links/new');
    const { page } = opened;
    await destination(page).fill('twice.example');
    await page.getByText('1 link leads there already:').waitFor();
    await page.getByRole('link', { name: 'First way' }).waitFor();
    await destination(page).fill('twice.example/another');
    await page.getByText('1 link leads there already:').waitFor({ state: 'detached' });
  });

  test('says that a destination cannot be read, and creates the link', async () => {
    await using opened = await openSignedIn('/links/new');
    const { page } = opened;
    await destination(page).fill('http://10.1.2.3/inside');
    await page.getByText('No preview could be loaded from 10.1.2.3.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Leads inside');
    await button(page, 'Create link').click();
    await heading(page, 'Leads inside').waitFor();
  });

  test('is replaced by a link to Domains if the project has no verified domain', async () => {
    const { call } = await seedProduct();
    const { origin } = await useProduct();
    const project = bodyOf(
      await call(operations.createProject, { body: { name: 'No domain yet' } }),
      201,
    );
    // The server has given it one of its own; a project may go without.
    const params = { projectId: project.id };
    const { domains } = bodyOf(await call(operations.listDomains, { params }), 200);
    for (const { id } of domains) {
      await call(operations.removeDomain, { params: { ...params, domainId: id } });
    }
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    await page.goto(`${origin}/p/${project.id}/links/new`);
    await heading(page, 'Verify a domain first').waitFor();
    assert.equal(await page.locator('main form').count(), 0);
    await page.getByRole('link', { name: 'Go to Domains' }).click();
    await heading(page, 'Domains').waitFor();
  });

  test('shows the description that crawlers get if the link has none', async () => {
    const { call, projectId } = await seedProduct();
    const { origin } = await useProduct();
    for (const type of ['dynamic', 'unified'] as const) {
      const { id, shortUrl } = bodyOf(
        await call(operations.createProjectLink, { params: { projectId }, body: { type } }),
        201,
      );
      const { host, pathname } = new URL(shortUrl);
      const { text } = await send({
        path: pathname,
        headers: { host, 'user-agent': USER_AGENTS.facebook },
        port: Number(new URL(origin).port),
      });
      const [, description = ''] = /property="og:description" content="([^"]+)"/.exec(text) ?? [];
      assert.notEqual(description, '');
      await using opened = await openSignedIn(`/links/${id}/edit`);
      await opened.page.getByRole('region', { name: 'Preview' }).getByText(description).waitFor();
    }
  });
});
