import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { addressIn, mailsIn } from '../../support/outside/mails.ts';
import { useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { takeSession } from '../takeSession.ts';
import { newShop, type Shop } from './newShop.ts';

const sale = (installationId: string, amount: number, currency: string) => ({
  installationId,
  name: 'purchase',
  revenue: { amount, currency },
});

/** Two of three installs have bought, in currencies of two, no and three decimals. */
async function newSales(): Promise<Shop> {
  const shop = await newShop();
  const [one, two] = [await shop.install(), await shop.install()];
  await shop.install();
  await shop.send([
    sale(one, 123_450, 'EUR'),
    sale(one, -3_451, 'EUR'),
    sale(two, 1_234, 'JPY'),
    sale(two, 1_234, 'KWD'),
    { installationId: two, name: 'sign_up' },
    { customerId: 'nobody', name: 'sign_up' },
  ]);
  return shop;
}

suiteInBrowser('events and revenue of a project', () => {
  test('are totals and groups, in amounts of each currency, whose link leads to its page', async () => {
    const { owner, linkId } = await newSales();
    await using opened = await openSignedIn('/events', {}, owner);
    const { page } = opened;
    const tile = (name: string, value: string) =>
      page.getByRole('group', { name, exact: true }).getByText(value, { exact: true }).waitFor();
    await tile('Events', '6');
    await tile('People', '3');
    await tile('Installs', '3');
    await tile('Conversion', '67%');
    await tile('Revenue, EUR', '€1,199.99');
    await tile('Revenue, JPY', '¥1,234');
    await tile('Revenue, KWD', 'KWD\u00A01.234');
    const table = page.getByRole('table', { name: 'Events by group' });
    assert.deepEqual(await table.getByRole('row').nth(1).locator('th, td').allInnerTexts(), [
      'purchase',
      '4',
      '2',
      '3',
      '67%',
      '€1,199.99 · ¥1,234 · KWD\u00A01.234',
    ]);
    assert.deepEqual(await examineAsItIs(page, 'events'), []);

    await page.getByRole('combobox', { name: 'Break down by' }).click();
    await page.getByRole('option', { name: 'Link' }).click();
    await page.waitForURL(/by=link/);
    await table.getByRole('rowheader', { name: 'No link' }).waitFor();
    await table.getByRole('link', { name: 'Summer sale' }).click();
    await page.waitForURL(new RegExp(`/links/${linkId}$`));
  });

  test('are broken down and filtered by who said them', async () => {
    const { owner } = await newSales();
    await using opened = await openSignedIn('/events?by=saidBy', {}, owner);
    const { page } = opened;
    const table = page.getByRole('table', { name: 'Events by group' });
    await table.getByRole('rowheader', { name: 'Servers' }).waitFor();
    await page.getByRole('combobox', { name: 'Said by' }).click();
    await page.getByRole('option', { name: 'Apps' }).click();
    await page.waitForURL(/saidBy=app/);
    await page.getByText('No such events in this period').waitFor();
    await button(page, 'Show all events').click();
    await table.getByRole('rowheader', { name: 'Servers' }).waitFor();
  });

  test('are deleted after a preview, and brought back', async () => {
    const { owner } = await newSales();
    await using opened = await openSignedIn('/events', {}, owner);
    const { page } = opened;
    const events = (value: string) =>
      page.getByRole('group', { name: 'Events', exact: true }).getByText(value, { exact: true });
    await events('6').waitFor();
    await button(page, 'Delete events…').click();
    const dialog = page.getByRole('dialog', { name: 'Delete events' });
    await dialog.getByText('6 events, 0 test events').waitFor();
    await dialog.getByText('Servers: 6').waitFor();
    await dialog.getByText('Revenue: €1,199.99 · ¥1,234 · KWD\u00A01.234').waitFor();
    assert.deepEqual(await examineAsItIs(page, 'delete events'), []);
    await dialog.getByRole('combobox', { name: 'Name' }).click();
    await page.getByRole('option', { name: 'sign_up' }).click();
    await dialog.getByRole('button', { name: 'Delete 2 events' }).click();
    await dialog.getByText('Deleted.').waitFor();
    await events('4').waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await events('6').waitFor();
  });

  test('have their cost and the return on it beside them, once something was spent', async () => {
    const { owner, linkId, call } = await newSales();
    const day = new Date().toISOString().slice(0, 10);
    const costs = ['EUR', 'USD'].map((currency) => ({ day, linkId, currency, amount: 60_000 }));
    const params = { projectId: owner.projectId };
    bodyOf(await call(operations.importCosts, { params, body: { costs } }), 200);
    await using opened = await openSignedIn('/events?by=link', {}, owner);
    const table = opened.page.getByRole('table', { name: 'Events by group' });
    const row = table.getByRole('row').filter({ hasText: 'Summer sale' });
    await row.getByText('€600.00 · $600.00', { exact: true }).waitFor();
    await row.getByText('2 EUR · Undefined', { exact: true }).waitFor();
  });

  test('are compared with a file of costs, which is shown before it is stored', async () => {
    const { owner } = await newSales();
    await using opened = await openSignedIn('/events', {}, owner);
    const { page } = opened;
    await button(page, 'Add costs').click();
    const dialog = page.getByRole('dialog', { name: 'Add costs' });
    await button(page, 'Store costs').click();
    await dialog.getByText('Choose a file.').waitFor();
    const day = new Date().toISOString().slice(0, 10);
    const rows = [`${day},spring,300.5`, `${day},summer,99.5`];
    const choose = async (lines: readonly string[]) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByLabel('CSV file').click(),
      ]);
      const buffer = Buffer.from(lines.join('\n'));
      await chooser.setFiles({ name: 'costs.csv', mimeType: 'text/csv', buffer });
    };
    await choose(['Date,Campaign,Spend', ...rows]);
    await dialog.getByText(/There is no column for the currency/).waitFor();
    assert.deepEqual(await examineAsItIs(page, 'events-costs'), []);
    await dialog.getByRole('textbox', { name: 'Currency' }).fill('EUR');
    await dialog.getByText(/^2 costs from .*: €400.00$/).waitFor();
    await button(page, 'Store costs').click();
    await page.getByText('Costs stored.').waitFor();
    await page.getByRole('combobox', { name: 'Break down by' }).click();
    await page.getByRole('option', { name: 'Campaign' }).click();
    const table = page.getByRole('table', { name: 'Events by group' });
    const row = table.getByRole('row').filter({ hasText: 'spring' });
    await row.getByText('€300.50', { exact: true }).waitFor();
  });

  test('are those of one link, in every tab', async () => {
    const { owner, linkId, call, install } = await newSales();
    await using opened = await openSignedIn('/events', {}, owner);
    const { page } = opened;
    const events = page.getByRole('group', { name: 'Events', exact: true });
    await events.getByText('6', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Only of a link' }).click();
    await page.getByRole('option', { name: 'Summer sale' }).click();
    await page.waitForURL(new RegExp(`link=${linkId}`));
    await events.getByText('5', { exact: true }).waitFor();
    // Somebody whom another link has brought.
    const params = { projectId: owner.projectId };
    const body = { type: 'unified', name: 'Other', fallbackUrl: 'https://example.com/' } as const;
    const other = bodyOf(await call(operations.createProjectLink, { params, body }), 201);
    await install(other.shortUrl);
    await page.getByRole('tab', { name: 'Cohorts' }).click();
    const all = page.getByRole('table', { name: 'Cohorts' }).locator('tfoot td').first();
    await all.getByText('3', { exact: true }).waitFor();
    await button(page, 'Show all links').click();
    await all.getByText('4', { exact: true }).waitFor();
  });

  test('are those with a credit or of a name alone, in the URL', async () => {
    const { owner } = await newSales();
    await using opened = await openSignedIn('/events', {}, owner);
    const { page } = opened;
    const events = page.getByRole('group', { name: 'Events', exact: true });
    await events.getByText('6', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Name' }).click();
    await page.getByRole('option', { name: 'sign_up' }).click();
    await page.waitForURL(/name=sign_up/);
    await events.getByText('2', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Events' }).click();
    await page.getByRole('option', { name: 'Brought by the install' }).click();
    await events.getByText('1', { exact: true }).waitFor();
    await page.reload();
    await events.getByText('1', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Events' }).click();
    await page.getByRole('option', { name: 'Brought back by a link' }).click();
    await page.getByRole('heading', { name: 'No such events in this period' }).waitFor();
    await button(page, 'Show all events').click();
    await events.getByText('6', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, '');
  });

  test('begin with the call that sends the first event', async () => {
    const { owner } = await newShop();
    await using opened = await openSignedIn('/events', {}, owner);
    const { page } = opened;
    await page.getByRole('heading', { name: 'No events in this period' }).waitFor();
    const { origin } = new URL(page.url());
    await page.getByText(`curl ${origin}/v1/events`).waitFor();
    assert.deepEqual(await examineAsItIs(page, 'events-none'), []);
    const guide = page.getByRole('link', { name: 'How events are sent and credited' });
    assert.equal(await guide.getAttribute('href'), '/docs/events.html');
  });

  test('are shown to viewers, and in the language of the reader', async () => {
    const { owner, call } = await newSales();
    const product = await useProduct();
    const viewer = { ...owner, email: `ann-${owner.email}`, password: 'only here to read' };
    const params = { projectId: owner.projectId };
    const body = { email: viewer.email, role: 'viewer' } as const;
    bodyOf(await call(operations.createInvitation, { params, body }), 201);
    const [mail] = await mailsIn(product.dataDir, viewer.email);
    const token = new URL(addressIn(mail, '/invitation')).searchParams.get('token') ?? '';
    const { password } = viewer;
    const accepted = { body: { token, name: 'Ann', password } };
    bodyOf(await call(operations.acceptInvitation, accepted), 200);
    await using opened = await product.openPage({ locale: 'de-DE' });
    const { page } = opened;
    await takeSession(opened.context, product, viewer);
    await page.goto(`${product.origin}/p/${owner.projectId}/events`);
    const revenue = page.getByRole('group', { name: 'Umsatz, EUR', exact: true });
    await revenue.getByText('1.199,99\u00A0€', { exact: true }).waitFor();
  });
});
