import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { DAY, HOUR, newShop, type Shop, timeAt } from './newShop.ts';

/** Four people look; two of them put something into the cart, and one pays within the hour, the other after two days. */
async function newWay(): Promise<Shop> {
  const shop = await newShop();
  const at = (customerId: string, name: string, offset: number) => ({
    customerId,
    name,
    at: timeAt(offset - 5 * DAY),
  });
  await shop.send([
    ...['ann', 'ben', 'cat', 'dan'].map((person) => at(person, 'view', 0)),
    at('ann', 'cart', HOUR / 2),
    at('ben', 'cart', HOUR / 2),
    at('ann', 'pay', HOUR / 1.5),
    at('ben', 'pay', 2 * DAY),
  ]);
  return shop;
}

suiteInBrowser('a funnel', () => {
  test('counts people step by step, with the choice in the URL', async () => {
    const { owner } = await newWay();
    await using opened = await openSignedIn('/events?tab=funnel', {}, owner);
    const { page } = opened;
    await page.getByText('Choose at least two events.').waitFor();
    for (const [index, name] of ['view', 'cart', 'pay'].entries()) {
      await page.getByRole('combobox', { name: `Step ${index + 1}` }).fill(name);
      // Its names may be on their way yet.
      await page.getByRole('option', { name, exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await button(page, `Remove ${name}`).waitFor();
    }
    const bars = page.getByRole('list', { name: 'How far people get' }).getByRole('listitem');
    const last = bars.nth(2);
    await last.getByText('50% of the first step, 100% of the one before').waitFor();
    assert.deepEqual(
      (await bars.allInnerTexts()).map((text) => text.split('\n').slice(0, 2)),
      [
        ['1. view', '4'],
        ['2. cart', '2'],
        ['3. pay', '2'],
      ],
    );
    assert.deepEqual(await examineAsItIs(page, 'events-funnel'), []);
    await page.getByRole('combobox', { name: 'All steps within' }).click();
    await page.getByRole('option', { name: '1 hour' }).click();
    await last.getByText('25% of the first step, 50% of the one before').waitFor();
    await page.reload();
    await last.getByText('25% of the first step, 50% of the one before').waitFor();

    await button(page, 'Move pay up').click();
    await bars.nth(1).getByText('2. pay').waitFor();
    await bars.nth(2).getByText('0% of the first step, 0% of the one before').waitFor();
    await button(page, 'Remove cart').click();
    await bars.nth(2).waitFor({ state: 'detached' });
    assert.equal(
      await page.evaluate('document.activeElement.getAttribute("aria-label")'),
      'Step 3',
    );
  });

  test('begins with the call that sends the first event', async () => {
    const { owner } = await newShop();
    await using opened = await openSignedIn('/events?tab=funnel', {}, owner);
    await opened.page.getByRole('heading', { name: 'No events in this period' }).waitFor();
  });
});
