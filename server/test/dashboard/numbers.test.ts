import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../support/browser/browser.ts';
import { openSignedIn } from './openSignedIn.ts';

/** A computed style of the first element that a selector finds. */
const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)}))[${JSON.stringify(property)}]`,
  );

suiteInBrowser('the numbers of a project', () => {
  test('are in a table behind the chart, which the keyboard reaches', async () => {
    await using opened = await openSignedIn('/analytics');
    const { page } = opened;
    const summary = page.getByText('Values by day');
    await summary.focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Clicks, opens and installs by day' });
    // The newest day is first, and has what the tests have clicked.
    const cells = await table.getByRole('row').nth(1).getByRole('cell').allInnerTexts();
    assert.equal(cells.length, 3);
    assert.ok(Number(cells[0]) > 0, cells.join());
    await page.keyboard.press('Tab');
    assert.equal(
      await page.evaluate('document.activeElement.getAttribute("aria-label")'),
      'Values',
    );
  });

  test('are visible in forced colours, with the chosen period and the current page', async () => {
    await using opened = await openSignedIn('/analytics', { forcedColors: 'active' });
    const { page } = opened;
    await page.locator('.bar').first().waitFor();
    const [bar, track] = [
      await styleOf(page, '.bar', 'backgroundColor'),
      await styleOf(page, '.bar-track', 'backgroundColor'),
    ];
    assert.notEqual(bar, track);
    for (const chosen of [
      '.mantine-SegmentedControl-label[data-active]',
      '.mantine-NavLink-root[data-active]',
    ]) {
      assert.equal(await styleOf(page, chosen, 'outlineStyle'), 'solid', chosen);
    }
  });
});

suiteInBrowser('a field that has the keyboard', () => {
  test('shows it by more than its border', async () => {
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    await page.getByRole('searchbox').focus();
    assert.equal(await styleOf(page, 'input:focus', 'outlineStyle'), 'solid');
    await page.keyboard.press('Tab');
    await page.getByRole('combobox', { name: 'Order' }).focus();
    assert.equal(await styleOf(page, 'input:focus', 'outlineStyle'), 'solid');
  });
});
