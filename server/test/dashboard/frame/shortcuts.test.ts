import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { button, heading } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { newShop, untilKeys } from './newShop.ts';

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

suiteInBrowser('keyboard shortcuts', () => {
  test('lead through the list of links to a link, its short link and its form', async () => {
    const { owner, links } = await newShop();
    await using opened = await openSignedIn('/analytics', CLIPBOARD, owner);
    const { page } = opened;
    await untilKeys(page);
    const { keyboard } = page;
    await heading(page, 'Analytics').waitFor();
    await keyboard.press('g');
    await keyboard.press('l');
    await page.getByText('3 links', { exact: true }).waitFor();
    const focused = (name: string) => page.locator('a:focus', { hasText: name }).waitFor();
    await keyboard.press('j');
    await focused('Winter poster');
    await keyboard.press('j');
    await keyboard.press('ArrowDown');
    await focused('Spring kiosk');
    await keyboard.press('k');
    await focused('Autumn kiosk');
    await keyboard.press('Enter');
    await heading(page, 'Autumn kiosk').waitFor();
    const { shortUrl } = links['Autumn kiosk']!;
    await page.locator('code', { hasText: shortUrl }).waitFor();
    await keyboard.press('c');
    await page.getByText(`Copied ${shortUrl}`).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), shortUrl);
    await keyboard.press('e');
    await button(page, 'Save changes').waitFor();
  });

  test('are left alone in fields, with modifiers and behind dialogs', async () => {
    const { owner } = await newShop();
    await using opened = await openSignedIn('/links', {}, owner);
    const { page } = opened;
    await untilKeys(page);
    const { keyboard } = page;
    await page.getByText('3 links', { exact: true }).waitFor();
    const search = page.getByRole('searchbox', { name: 'Search links' });
    await keyboard.press('/');
    await page.locator('input[type="search"]:focus').waitFor();
    await keyboard.type('n?/');
    assert.equal(await search.inputValue(), 'n?/');
    await search.fill('');
    await search.blur();
    await keyboard.press('Shift+n');
    await keyboard.press('Alt+n');
    await keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.waitFor();
    await keyboard.press('n');
    await keyboard.press('Control+k');
    await keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    assert.match(page.url(), /\/links$/);
    assert.equal(await page.getByRole('dialog').count(), 0);
    await keyboard.press('n');
    await heading(page, 'New link').waitFor();
  });

  test('of single keys are turned off in the account, and stay off', async () => {
    const { owner, projectId } = await newShop();
    await using opened = await openSignedIn('/links', {}, owner);
    const { page } = opened;
    await untilKeys(page);
    const { keyboard } = page;
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/account`);
    const choice = page.getByRole('switch', { name: 'Single-key shortcuts' });
    await choice.uncheck();
    await page.goto(`${origin}/p/${projectId}/links`);
    await untilKeys(page);
    await page.getByText('3 links', { exact: true }).waitFor();
    for (const key of ['n', 'g', 'a', '/', '?']) await keyboard.press(key);
    // Whatever they had done would have begun before this opens.
    await keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    assert.match(page.url(), /\/links$/);
    await page.getByRole('option', { name: 'Keyboard shortcuts' }).click();
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    assert.equal(await sheet.getByRole('switch').isChecked(), false);
    await page.evaluate(`localStorage.setItem('fairlead.characterKeys', '{"a')`);
    await page.reload();
    await untilKeys(page);
    await page.getByText('3 links', { exact: true }).waitFor();
    await keyboard.press('n');
    await heading(page, 'New link').waitFor();
  });

  test('stand on a sheet that the menu of the account opens, accessible and on a phone', async () => {
    const { owner } = await newShop();
    await using opened = await openSignedIn('/links', {}, owner);
    const { page } = opened;
    await untilKeys(page);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByRole('region', { name: 'Go to' }).getByText('Audit log').waitFor();
    assert.deepEqual(await examineAsItIs(page, 'shortcuts'), []);
  });
});
