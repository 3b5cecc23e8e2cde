import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs, settle } from '../../support/browser/examine.ts';
import { useProduct } from '../../support/product.ts';
import { askDatabase } from '../askDatabase.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { DAY, HOUR, newShop, type Shop, timeAt } from './newShop.ts';

/** The people of the worked example came so long ago. */
const AGE = 20 * DAY;
/** Days on which each of them was active. */
const ACTIVE = [[1, 2, 3, 5, 7, 9], [1, 4, 10], [1, 2], [3], []];

/** As if the installations had come earlier. */
async function backdate(ids: readonly string[], offset: number): Promise<void> {
  const at = timeAt(offset);
  const product = await useProduct();
  await askDatabase(
    product,
    `with moved as (update installations set first_seen_at = $1 where client_id = any($2) returning id)
     update attribution_facts set at = $1 from moved
     where kind = 'install' and installation_id = moved.id`,
    [at, ids],
  );
}

/** The cohort of the worked example, and one of a person who came two days and an hour ago. */
async function newCohorts(): Promise<Shop> {
  const shop = await newShop();
  const people: string[] = [];
  for (const _days of ACTIVE) people.push(await shop.install());
  await backdate(people, -AGE);
  await backdate([await shop.install()], -2 * DAY - HOUR);
  const opens = people.flatMap((installationId, index) =>
    ACTIVE[index]!.map((day) => ({
      installationId,
      name: 'open',
      at: timeAt(day * DAY + HOUR - AGE),
    })),
  );
  const bought = { installationId: people[0]!, name: 'purchase', at: timeAt(3 * DAY + HOUR - AGE) };
  await shop.send([
    ...opens,
    { ...bought, revenue: { amount: 1_000, currency: 'EUR' } },
    { ...bought, revenue: { amount: 500, currency: 'JPY' } },
  ]);
  return shop;
}

suiteInBrowser('cohorts of a project', () => {
  test('have the retention of the worked example, by each of three measures, in the URL', async () => {
    const { owner } = await newCohorts();
    await using opened = await openSignedIn('/events', {}, owner);
    const { page } = opened;
    await page.getByRole('tab', { name: 'Cohorts' }).click();
    const table = page.getByRole('table', { name: 'Cohorts' });
    await page.getByText('Days', { exact: true }).click();
    await page.waitForURL(/unit=day/);
    const oldest = table.locator('tbody tr').first();
    /** What the oldest cohort says of a day, until it says so. */
    const says = async (figures: Readonly<Record<string, string>>) => {
      const heads = await table.locator('thead th').allInnerTexts();
      for (const [day, figure] of Object.entries(figures)) {
        const cell = oldest.locator('th, td').nth(heads.indexOf(`Day ${day}`));
        await cell.getByText(figure, { exact: true }).waitFor();
      }
    };
    const show = async (measure: string) => {
      await page.getByRole('combobox', { name: 'Show' }).click();
      await page.getByRole('option', { name: measure, exact: true }).click();
      await page.getByRole('heading', { name: measure, exact: true }).waitFor();
    };
    await oldest.getByText('5', { exact: true }).waitFor();
    await says({ 1: '60%', 7: '20%' });
    await show('Retention: on the day or later');
    await says({ 1: '80%', 7: '40%' });
    await show('Retention: up to the day');
    await says({ 7: '80%' });
    await page.reload();
    await says({ 7: '80%' });
    await show('Revenue per person');
    await says({ 2: '€0.00', 3: '€2.00' });
    await page.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'JPY' }).click();
    await says({ 3: '¥100' });
  });

  test('mark what not everyone is old enough for, by more than colour, and fit every window', async () => {
    const { owner } = await newCohorts();
    await using opened = await openSignedIn('/events?tab=cohorts&unit=month', {}, owner);
    const { page } = opened;
    const table = page.getByRole('table', { name: 'Cohorts' });
    const total = table.locator('tfoot td');
    await total.first().getByText('6', { exact: true }).waitFor();
    const heads = await table.locator('thead th').allInnerTexts();
    const day2 = total.nth(heads.indexOf('Day 2') - 1);
    assert.match(await day2.innerText(), /^40%\*/);
    assert.equal(await day2.getAttribute('title'), 'Of 5 people; the others are not that old yet');
    await page
      .getByText('* Not everyone is that old yet: the figure is of those who are.')
      .waitFor();
    // Nobody is as old as 30 days.
    assert.ok(!heads.includes('Day 30'), heads.join());
    assert.deepEqual(await examineAsItIs(page, 'events-cohorts'), []);
    // The name of a cohort stays while its ages scroll by.
    await page.setViewportSize({ width: 320, height: 700 });
    await settle(page);
    const name = table.locator('tfoot th');
    const before = await name.boundingBox();
    const scroller = `document.querySelector('[aria-label="Cohorts by age"]')`;
    await page.evaluate(`${scroller}.scrollTo(200, 0)`);
    assert.equal((await name.boundingBox())?.x, before?.x);
    assert.ok((await page.evaluate<number>(`${scroller}.scrollLeft`)) > 0);
  });

  test('say what they are as long as nobody has installed the app', async () => {
    const { owner } = await newShop();
    await using opened = await openSignedIn('/events?tab=cohorts', {}, owner);
    await opened.page.getByRole('heading', { name: 'No installs in this period' }).waitFor();
  });
});
