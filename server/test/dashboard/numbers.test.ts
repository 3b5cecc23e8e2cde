import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../support/browser/browser.ts';
import { examineAsItIs } from '../support/browser/examine.ts';
import { bodyOf } from '../support/callers/person.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';
import { newOwner, useProduct } from '../support/product.ts';
import { button } from './byName.ts';
import { openSignedIn } from './openSignedIn.ts';
import { callAs } from './seed.ts';

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
    await page.getByRole('option', { name: 'Period before' }).click();
    await clicks.getByText('none before').waitFor();
    await page.getByText('Values by day').click();
    await page.getByRole('columnheader', { name: 'Clicks before' }).waitFor();
    await page.getByRole('rowheader', { name: 'so far' }).waitFor();

    await button(page, 'Other dates').click();
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
    const card = page.getByRole('region', { name: 'Technology' });
    await card.getByRole('list', { name: 'Devices' }).waitFor();
    await card.getByRole('tab', { name: 'Devices' }).focus();
    await page.keyboard.press('ArrowRight');
    await card.getByRole('list', { name: 'Systems' }).waitFor();
    assert.equal(await card.getByRole('list', { name: 'Devices' }).isVisible(), false);
  });

  test('are saved as tables, and what is drawn as pictures', async () => {
    await using opened = await openSignedIn('/analytics');
    const { page } = opened;
    const save = async (title: string, as: 'Table (CSV)' | 'Picture (PNG)') => {
      await button(page, `Save ${title}`).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: as }).click();
      const file = await download;
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
    };
    await page.getByRole('img', { name: /^Clicks by day/ }).waitFor();
    const series = await save('Over time', 'Table (CSV)');
    assert.equal(series.name, 'over-time.csv');
    const [head, ...days] = series.content.toString().trim().split('\r\n');
    assert.equal(head, 'From,Name,Clicks,App opens,Installs');
    assert.equal(days.length, 31);
    const devices = await save('Devices', 'Table (CSV)');
    assert.match(devices.content.toString(), /^Devices,Clicks\r\n\w+,\d+\r\n/);
    for (const title of ['Over time', 'Weekday and hour']) {
      const { name, content } = await save(title, 'Picture (PNG)');
      assert.match(name, /^(?:over-time|weekday-and-hour)\.png$/);
      assert.equal(content.toString('latin1', 1, 4), 'PNG');
      // Of more than one colour: an empty canvas of this size has 10 KB at most.
      assert.ok(content.length > 10_000, `${title}: ${content.length} bytes`);
    }
  });

  test('are shown by weekday and hour and on a map, and who is here now', async () => {
    await using opened = await openSignedIn('/analytics');
    const { page } = opened;
    await page.getByText(/visitors? in the last 30 minutes/).waitFor();
    const hours = page.getByRole('region', { name: 'Weekday and hour', exact: true });
    await hours.getByRole('img', { name: /^Most clicks on \w+day at \d\d:00/ }).waitFor();
    await hours.getByText('Values by weekday and hour').click();
    const cells = await hours.getByRole('cell').allInnerTexts();
    assert.equal(cells.length, 7 * 24);
    const clicks = page.getByRole('group', { name: 'Clicks', exact: true });
    const all = cells.reduce((sum, cell) => sum + Number(cell), 0);
    await clicks.getByText(String(all), { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Map' }).click();
    await page.getByRole('img', { name: 'World map' }).waitFor();
    assert.deepEqual(await examineAsItIs(page, 'analytics-map'), []);
  });

  test('are those of some clicks once a value of a list is chosen, in the URL, until it is removed', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const call = await callAs(product, owner);
    const { id } = bodyOf(await call(operations.createProject, { body: { name: 'Asked' } }), 201);
    const params = { projectId: id };
    const link = bodyOf(
      await call(operations.createProjectLink, {
        params,
        body: { type: 'unified', fallbackUrl: 'https://example.com/asked' },
      }),
      201,
    );
    const { host, pathname: path } = new URL(link.shortUrl);
    const port = Number(new URL(product.origin).port);
    for (const agent of [USER_AGENTS.iphone, USER_AGENTS.iphone, USER_AGENTS.android]) {
      await send({ path, headers: { host, 'user-agent': agent }, port });
    }
    await using opened = await openSignedIn('/analytics', {}, { ...owner, projectId: id });
    const { page } = opened;
    const clicks = page.getByRole('group', { name: 'Clicks', exact: true });
    await clicks.getByText('3', { exact: true }).waitFor();
    const card = page.getByRole('region', { name: 'Technology' });
    await card.getByRole('tab', { name: 'Systems' }).click();
    await card.getByRole('button', { name: /iOS/ }).click();
    await clicks.getByText('2', { exact: true }).waitFor();
    await page.waitForURL(/os=iOS/);
    const chosen = page.getByRole('group', { name: 'Only clicks with' });
    await chosen.getByText('System: iOS').waitFor();
    assert.deepEqual(await examineAsItIs(page, 'analytics-some-clicks'), []);
    await page.reload();
    await clicks.getByText('2', { exact: true }).waitFor();
    await button(page, 'Remove System: iOS').click();
    await clicks.getByText('3', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    await card.getByRole('tab', { name: 'Systems' }).click();
    await card.getByRole('button', { name: /iOS/ }).click();
    await page.waitForURL(/os=iOS/);
    await clicks.getByText('2', { exact: true }).waitFor();
    await button(page, 'Save Over time').click();
    await page.getByRole('menuitem', { name: 'Clicks as CSV' }).click();
    await page.waitForURL(/\/exports$/);
    await page.getByText(/^Clicks, from .+, until .+, System: iOS$/).waitFor();
    await page.getByText('2 clicks').waitFor();
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
