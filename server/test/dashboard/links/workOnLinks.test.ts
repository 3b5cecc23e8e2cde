import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { keepScreen } from '../../support/browser/screens.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { seedProduct } from '../seed.ts';

const WIDE = { width: 1280, height: 860 };
const PHONE = { viewport: { width: 390, height: 844 } };

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

suiteInBrowser('columns of the links table', () => {
  test('can be chosen with the keyboard and survive a reload', async () => {
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    await heading(page, 'Returning').waitFor();
    assert.equal(await heading(page, 'Country').count(), 0);
    await page.getByRole('button', { name: 'Columns' }).focus();
    await page.keyboard.press('Enter');
    const box = page.getByRole('checkbox', { name: 'Top country' });
    await box.waitFor();
    for (let steps = 0; steps < 40; steps += 1) {
      if ((await page.evaluate('document.activeElement.value')) === 'country') break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Space');
    await heading(page, 'Country').waitFor();
    await page.getByRole('checkbox', { name: 'Returning users' }).uncheck();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
    await page.reload();
    await heading(page, 'Country').waitFor();
    assert.equal(await heading(page, 'Returning').count(), 0);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset to default' }).click();
    await heading(page, 'Returning').waitFor();
    assert.equal(await heading(page, 'Country').count(), 0);
  });

  test('request top values only when a column shows them', async () => {
    await using opened = await openSignedIn('/links');
    const { page, requests } = opened;
    await row(page, 'Poster').waitFor();
    const lists = () => requests.filter((line) => /\/links\?/.test(line) && line.startsWith('GET'));
    assert.ok(lists().length > 0 && lists().every((line) => !line.includes('with=topValues')));
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Top device' }).check();
    await row(page, 'Poster').getByText('Other', { exact: true }).waitFor();
    assert.ok(lists().at(-1)?.includes('with=topValues'));
  });

  test("scroll beside the link's name on a phone, without the page scrolling", async () => {
    await using opened = await openSignedIn('/links', PHONE);
    const { page } = opened;
    await heading(page, 'Clicks').waitFor();
    assert.equal(await heading(page, 'Type').count(), 0);
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of ['Type', 'Created', 'Top system', 'Last click']) {
      await page.getByRole('checkbox', { name, exact: true }).check();
    }
    await page.keyboard.press('Escape');
    await page.evaluate(`document.querySelector('[role="table"]').scrollBy(400, 0)`);
    const link = page.getByRole('link', { name: 'Poster' });
    await link.waitFor();
    const place = await link.boundingBox();
    assert.ok(place && place.x >= 0 && place.x < 100, JSON.stringify(place));
    const over = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.equal(over, 0);
  });
});

suiteInBrowser('the column menu of the links table', () => {
  test('is accessible and fits the window, light, dark and on a phone', async () => {
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    await row(page, 'Poster').waitFor();
    const findings: string[] = [];
    const look = async (name: string) => findings.push(...(await examineAsItIs(page, name)));
    await page.getByRole('button', { name: 'Columns' }).click();
    // What is chosen in a narrow window is apart from what is chosen in a wide one.
    for (const viewport of [PHONE.viewport, WIDE]) {
      await page.setViewportSize(viewport);
      for (const name of ['Top device', 'Top system', 'Top country', 'External ID']) {
        await page.getByRole('checkbox', { name, exact: true }).check();
      }
    }
    await look('links-columns');
    await page.getByRole('button', { name: 'Columns' }).click();
    await look('links-all-columns');
    assert.deepEqual(findings, []);
  });
});

suiteInBrowser('a deleted link', () => {
  test('is restored by Undo, or the reason shown if it cannot be', async () => {
    await using opened = await openSignedIn('/links/new');
    const { page } = opened;
    await page.getByLabel('Name', { exact: true }).fill('Undone');
    await page.getByLabel('Slug').fill('undo-me');
    await page.getByLabel('Destination', { exact: true }).fill('https://example.com/undo');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('heading', { name: 'Undone', exact: true }).waitFor();
    const remove = async (name: string) => {
      await page.getByRole('button', { name: 'More for this link' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      const question = page.getByRole('dialog', { name: `Delete the link ${name}?` });
      await question.getByRole('button', { name: 'Delete link' }).click();
      await page.getByText(`The link ${name} was deleted.`).waitFor();
    };
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await remove('Undone');
    await page.getByRole('table', { name: 'Links' }).waitFor();
    await keepScreen(page, 'dashboard-undo-light');
    await undo.click();
    await page.getByText('1 link is back.').waitFor();
    await page.getByRole('searchbox', { name: 'Search links' }).fill('undo-me');
    await row(page, 'Undone').getByRole('link', { name: 'Undone' }).click();
    await remove('Undone');
    const { call, projectId } = await seedProduct();
    const body = { type: 'unified', slug: 'undo-me' } as const;
    bodyOf(await call(operations.createProjectLink, { params: { projectId }, body }), 201);
    await undo.click();
    await page.getByText('undo-me stays deleted: slug "undo-me" is taken').waitFor();
  });

  test('can be restored together with others', async () => {
    const { call, projectId } = await seedProduct();
    for (const name of ['Pair one', 'Pair two']) {
      const body = { type: 'unified', name } as const;
      bodyOf(await call(operations.createProjectLink, { params: { projectId }, body }), 201);
    }
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    await page.getByRole('searchbox', { name: 'Search links' }).fill('Pair ');
    await page.getByText('2 links match').waitFor();
    for (const name of ['Pair one', 'Pair two']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    await page.getByRole('button', { name: 'Delete 2 links' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 links' }).click();
    await page.getByText('No matching links').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('2 links are back.').waitFor();
    await row(page, 'Pair two').waitFor();
  });
});
