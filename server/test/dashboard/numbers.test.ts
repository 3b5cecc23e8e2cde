import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../support/browser/browser.ts';
import { examineAsItIs } from '../support/browser/examine.ts';
import { button } from './byName.ts';
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

  test("are compared with the time before, and are of days of one's own, in the URL", async () => {
    await using opened = await openSignedIn('/analytics?period=7d');
    const { page } = opened;
    const clicks = page.getByRole('group', { name: 'Clicks', exact: true });
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: 'The time before' }).click();
    await clicks.getByText('none before').waitFor();
    await page.getByText('Values by day').click();
    await page.getByRole('columnheader', { name: 'Clicks before' }).waitFor();
    await page.getByRole('rowheader', { name: 'so far' }).waitFor();

    await button(page, 'Own days').click();
    await page.getByLabel('First day').fill('2020-02-01');
    await page.getByLabel('Last day').fill('2020-01-31');
    await button(page, 'Show these days').click();
    await page.getByText('Choose a day that is not before the first').waitFor();
    await page.getByLabel('Last day').fill('2020-02-02');
    await button(page, 'Show these days').click();
    await button(page, 'Feb 1, 2020 – Feb 2, 2020').waitFor();
    await clicks.getByText('0', { exact: true }).waitFor();
    assert.deepEqual(await examineAsItIs(page, 'analytics-own-days'), []);
    assert.match(page.url(), /compare=previous&from=2020-02-01&to=2020-02-02$/);
    await page.reload();
    await button(page, 'Feb 1, 2020 – Feb 2, 2020').waitFor();
    await page.getByText('7 days').click();
    await page.waitForURL(/compare=previous&period=7d$/);
  });

  test('stay where they are when another list of a card is shown', async () => {
    await using opened = await openSignedIn('/analytics');
    const { page } = opened;
    const card = page.getByRole('region', { name: 'On what' });
    await card.getByRole('list', { name: 'Devices' }).waitFor();
    await card.getByRole('tab', { name: 'Devices' }).focus();
    await page.keyboard.press('ArrowRight');
    await card.getByRole('list', { name: 'Systems' }).waitFor();
    assert.equal(await card.getByRole('list', { name: 'Devices' }).isVisible(), false);
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
