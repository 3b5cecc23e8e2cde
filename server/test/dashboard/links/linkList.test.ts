import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { settle } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { seedProduct } from '../seed.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search links' });

suiteInBrowser('the selection of links', () => {
  test('drops links that a search hides, permanently', async () => {
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    await page.getByRole('checkbox', { name: 'Select Poster' }).check();
    await page.getByRole('checkbox', { name: 'Select Summer sale' }).check();
    await button(page, 'Delete 2 links').waitFor();
    await search(page).fill('Poster');
    await button(page, 'Delete 1 link').waitFor();
    await search(page).fill('nothing-has-this-name');
    await page.getByText('No matching links').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Delete/ }).count(), 0);
    await search(page).fill('');
    await row(page, 'Poster').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Delete/ }).count(), 0);
    assert.equal(await page.getByRole('checkbox', { name: 'Select Poster' }).isChecked(), false);
  });
});

suiteInBrowser('the links table', () => {
  test('fits at 1024 px by shortening the host but never the slug', async () => {
    const { call, projectId } = await seedProduct();
    const slug = 'a-slug-that-tells-apart';
    const body = { type: 'unified', name: 'Long slug', slug } as const;
    bodyOf(await call(operations.createProjectLink, { params: { projectId }, body }), 201);
    await using opened = await openSignedIn('/links?search=Long', {
      viewport: { width: 1024, height: 768 },
    });
    const { page } = opened;
    await row(page, 'Long slug').waitFor();
    const beyond = () =>
      page.evaluate(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[role="table"]'))`,
      );
    const isWhole = () =>
      page.evaluate(
        `(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth <= clientWidth)(
          [...document.querySelectorAll('[role="row"] span')].findLast(({ textContent }) => textContent === '/${slug}'))`,
      );
    assert.equal(await beyond(), 0);
    assert.equal(await isWhole(), true);
    // CSS pixels: WCAG 2.2, target size.
    const name = await page.getByRole('link', { name: 'Long slug' }).boundingBox();
    assert.ok(name && name.height >= 24, JSON.stringify(name));
    // Chosen columns may be more than fit: then an edge says that there are more.
    await button(page, 'Columns').click();
    for (const name of ['Type', 'Created', 'Top device', 'Top system', 'Top country']) {
      await page.getByRole('checkbox', { name, exact: true }).check();
    }
    await page.keyboard.press('Escape');
    await page.locator('[data-more]').waitFor();
    assert.ok(Number(await beyond()) > 0);
    assert.equal(await isWhole(), true);
    await page.evaluate(`document.querySelector('[role="table"]').scrollBy(9999, 0)`);
    await page.locator('[data-more]').waitFor({ state: 'detached' });
  });
});

suiteInBrowser('the link page', () => {
  test('keeps its tabs in one row on a phone', async () => {
    const { linkId } = await seedProduct();
    await using opened = await openSignedIn(`/links/${linkId}`, {
      viewport: { width: 390, height: 844 },
    });
    const { page } = opened;
    await page.getByRole('tab', { name: 'Numbers' }).waitFor();
    await settle(page);
    const rows: unknown = await page.evaluate(
      `new Set([...document.querySelector('[role="tablist"]').children].map((tab) => tab.getBoundingClientRect().top)).size`,
    );
    assert.equal(rows, 1);
  });

  test('names crawlers and filters visits by people, previews and bots', async () => {
    const { linkId } = await seedProduct();
    await using opened = await openSignedIn(`/links/${linkId}?tab=clicks`);
    const { page } = opened;
    const list = page.getByRole('list', { name: 'Latest visits' });
    await list.getByText('Facebook and Instagram').waitFor();
    const kinds = async () => new Set(await list.locator('.mantine-Badge-label').allInnerTexts());
    assert.ok((await kinds()).size > 1);
    assert.equal(await list.getByText(/^other\b/).count(), 0);
    await page.getByText('Previews', { exact: true }).click();
    await list.getByText('Slack').waitFor();
    assert.deepEqual(
      [...(await kinds())].map((kind) => kind.toLowerCase()),
      ['preview'],
    );
    await page.getByText('Bots', { exact: true }).click();
    await page.getByRole('heading', { name: 'None of this kind' }).waitFor();
  });
});
