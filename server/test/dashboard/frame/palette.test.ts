import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { button, heading } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { newShop, untilKeys } from './newShop.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });

suiteInBrowser('the command palette', () => {
  test('leads to screens, links and projects by the keyboard alone', async () => {
    const { owner, links, projectId } = await newShop();
    await using opened = await openSignedIn('/links', {}, owner);
    const { page } = opened;
    await untilKeys(page);
    await page.getByText('3 links', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).fill('audi');
    await option(page, 'Audit log').waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Audit log').waitFor();

    // By a part of the destination, in the middle of a field.
    await page.keyboard.press('Control+k');
    await field(page).fill('shop.example/autumn');
    await page.getByRole('option', { name: /^Autumn kiosk/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Autumn kiosk').waitFor();
    assert.ok(page.url().endsWith(`/p/${projectId}/links/${links['Autumn kiosk']!.id}`));

    await page.keyboard.press('Control+k');
    await field(page).fill('other sh');
    await page.getByRole('option', { name: 'The other shop', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No links yet').waitFor();
    assert.ok(!page.url().includes(projectId));
  });

  test('shows what is active, keeps its order while somebody types, and gives the focus back', async () => {
    const { owner } = await newShop();
    await using opened = await openSignedIn('/links', {}, owner);
    const { page } = opened;
    await untilKeys(page);
    await button(page, 'Search and commands').click();
    const found = page.getByRole('option', { name: /kiosk/ });
    const names = async () => (await found.allTextContents()).map((text) => text.split(' ')[0]);
    await field(page).fill('kio');
    await found.nth(1).waitFor();
    assert.deepEqual(await names(), ['Autumn', 'Spring']);
    await page.keyboard.press('ArrowDown');
    const active = async () => {
      const id = (await field(page).getAttribute('aria-activedescendant')) ?? '';
      return page.locator(`[id="${id}"]`).textContent();
    };
    assert.match((await active()) ?? '', /^Spring kiosk/);
    await field(page).press('s');
    await field(page).press('k');
    await page.getByText('2 results', { exact: true }).waitFor();
    assert.deepEqual(await names(), ['Autumn', 'Spring']);
    await field(page).fill('nothing has this name');
    await page.getByText('Nothing matches.').waitFor();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Search and commands' }).waitFor();
  });

  test('copies a short link, shows a QR code, edits: the action first, or the link', async () => {
    const { owner, links } = await newShop();
    await using opened = await openSignedIn(
      '/analytics',
      { permissions: ['clipboard-read', 'clipboard-write'] },
      owner,
    );
    const { page } = opened;
    await untilKeys(page);
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.keyboard.press('Control+k');
    await field(page).fill('copy');
    await option(page, 'Copy a short link…').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Which link' }).fill('winter');
    await page.getByRole('option', { name: /^Winter poster/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    const { shortUrl } = links['Winter poster']!;
    await page.getByText(`Copied ${shortUrl}`).waitFor();
    assert.equal(await copied(), shortUrl);

    await page.keyboard.press('Control+k');
    await field(page).fill('spring');
    await page.getByRole('option', { name: /^Spring kiosk/, selected: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await option(page, 'Show its QR code').click();
    const code = page.getByRole('dialog', { name: 'QR code of Spring kiosk' });
    await code.getByRole('img', { name: /^QR code of http/ }).waitFor();
    await page.keyboard.press('Escape');
    await code.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await field(page).fill('spring');
    await page.getByRole('option', { name: /^Spring kiosk/, selected: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Spring kiosk' }).waitFor();
    await page.keyboard.press('Backspace');
    await option(page, 'Analytics').waitFor();
    await field(page).fill('edit');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: /^Autumn kiosk/ }).click();
    await page.getByRole('button', { name: 'Save changes' }).waitFor();
  });

  test('is accessible, and fits a phone', async () => {
    const { owner } = await newShop();
    await using opened = await openSignedIn('/links', {}, owner);
    const { page } = opened;
    await untilKeys(page);
    await button(page, 'Search and commands').click();
    await field(page).fill('k');
    await page.getByRole('option', { name: /^Autumn kiosk/ }).waitFor();
    assert.deepEqual(await examineAsItIs(page, 'palette'), []);
  });
});
