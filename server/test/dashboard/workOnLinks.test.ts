import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../support/browser.ts';
import { readStrictCsv } from '../support/readStrictCsv.ts';
import { examineAsItIs } from '../support/examine.ts';
import { keepScreen } from '../support/screens.ts';
import { bodyOf } from '../support/person.ts';
import { openSignedIn } from './openSignedIn.ts';
import { seedProduct } from './seed.ts';

const WIDE = { width: 1280, height: 860 };
const PHONE = { viewport: { width: 390, height: 844 } };

const TOO_MANY = {
  status: 429,
  headers: { 'retry-after': '1' },
  json: { statusCode: 429, message: 'Too many requests', error: 'RATE_LIMITED' },
};

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function chooseFile(page: Page, lines: readonly string[]) {
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import links' });
  await page.locator('input[type=file]').setInputFiles({
    name: 'links.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
  return dialog;
}

suiteInBrowser('the columns of the Links page', () => {
  test('are chosen by the keyboard alone, and are still there after a reload', async () => {
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

  test('ask for words only where a column shows them', async () => {
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

  test('scroll beside the link on a phone, and nothing else does', async () => {
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

suiteInBrowser('what opens over the Links page', () => {
  test('breaks no rule of accessibility and fits the window, light, dark and on a phone', async () => {
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
    const dialog = await chooseFile(page, [
      'Name,Type,Short URL,Clicks,Where,External Id,Parameters',
      `'=Summer sale,dynamic,https://go.example.com/x,12,https://example.com/a,look-1,"{""a"":1}"`,
      'Refused,dynamic,,,javascript:alert(1),look-2,',
      'No type,magic,,,https://example.com/b,look-3,',
    ]);
    await dialog.getByRole('combobox', { name: 'What Where becomes' }).click();
    await page.getByRole('option', { name: 'Destination' }).click();
    await dialog.getByText('=Summer sale', { exact: true }).waitFor();
    await look('import');
    await dialog.getByRole('button', { name: 'Import 3 links' }).click();
    await dialog.getByText('1 link created, 2 rows refused.').waitFor();
    await look('import-refused');
    assert.deepEqual(findings, []);
  });
});

suiteInBrowser('importing a file', () => {
  test('10,000 rows become links, and the same file again makes none', async () => {
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    const rows = Array.from(
      { length: 10_000 },
      (_, n) => `Bulk ${n},unified,bulk-${n},https://example.com/${n}`,
    );
    const lines = ['Name,Type,External Id,Fallback URL', ...rows];
    for (const outcome of ['10,000 links created.', '0 links created, 10,000 already existed.']) {
      const dialog = await chooseFile(page, lines);
      await dialog.getByRole('button', { name: 'Import 10,000 links' }).click();
      await dialog.getByText(outcome).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
    }
    await page.getByRole('searchbox', { name: 'Search links' }).fill('Bulk 9999');
    await page.getByText('1 link matches').waitFor();
    assert.equal(opened.requests.filter((line) => line.endsWith('/links/bulk')).length, 40);
  });

  test('shows what the columns become and the first rows, and gives back what was refused', async () => {
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    const dialog = await chooseFile(page, [
      'Name;Type;Short URL;Clicks;Where;Reference',
      `"'=Summer; sale";dynamic;https://go.example.com/x;12;https://example.com/a;back-1`,
      'Refused;dynamic;;;javascript:alert(1);back-2',
      ';;;;;',
      'No type;magic;;;https://example.com/b;back-3',
    ]);
    await dialog.getByRole('combobox', { name: 'What Where becomes' }).click();
    await page.getByRole('option', { name: 'Destination' }).click();
    assert.equal(
      await dialog.getByRole('combobox', { name: 'What Clicks becomes' }).inputValue(),
      '',
    );
    const preview = dialog.getByRole('group', { name: 'First rows' });
    await preview.getByText('type must be dynamic or unified, not “magic”').waitFor();
    await dialog.getByRole('button', { name: 'Import 3 links' }).click();
    await dialog.getByText('1 link created, 2 rows refused.').waitFor();
    const refused = dialog.getByRole('group', { name: 'Refused rows' });
    await refused.getByRole('row', { name: /^3 fallbackUrl/ }).waitFor();
    await refused.getByRole('row', { name: /^5 Type must be/ }).waitFor();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download 2 rows as CSV' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    const [head, ...records] = readStrictCsv(`${text}\r\n`);
    assert.deepEqual(head, [
      'Name',
      'Type',
      'Short URL',
      'Clicks',
      'Where',
      'Reference',
      'Problem',
    ]);
    assert.deepEqual(
      records.map((cells) => [cells[0], cells[5], /must/.test(cells[6] ?? '')]),
      [
        ['Refused', 'back-2', true],
        ['No type', 'back-3', true],
      ],
    );
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    // Thousands of newer links come from the test beside this one.
    await page.getByRole('searchbox', { name: 'Search links' }).fill('=Summer; sale');
    await row(page, '=Summer; sale').waitFor();
  });

  test('can be stopped, and says what was not sent', async () => {
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    const held = Promise.withResolvers<void>();
    await page.route('**/links/bulk', async (route) => {
      await held.promise;
      await route.continue();
    });
    const rows = Array.from({ length: 1200 }, (_, n) => `unified,stopped-${n}`);
    const dialog = await chooseFile(page, ['Type,External Id', ...rows]);
    await dialog.getByRole('button', { name: 'Import 1,200 links' }).click();
    await dialog.getByRole('button', { name: 'Stop import' }).click();
    held.resolve();
    await dialog.getByText('500 links created, 700 rows not sent.').waitFor();
    await dialog.getByRole('button', { name: 'Download 700 rows as CSV' }).waitFor();
  });

  test('a server that is gone for a moment or busy is asked again, for rows that may be repeated', async () => {
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    let calls = 0;
    await page.route('**/links/bulk', async (route) => {
      calls += 1;
      if (calls === 1) await route.abort();
      else if (calls === 2) await route.fulfill(TOO_MANY);
      else await route.continue();
    });
    const dialog = await chooseFile(page, ['Type,External Id', 'unified,again-1']);
    await dialog.getByRole('button', { name: 'Import 1 link' }).click();
    await dialog.getByText('1 link created.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const other = await chooseFile(page, ['Type,Name', 'unified,Perhaps twice']);
    calls = 0;
    await other.getByRole('button', { name: 'Import 1 link' }).click();
    await other.getByText('No answer came; check whether the link exists').waitFor();
    assert.equal(calls, 1);
  });
});

suiteInBrowser('a deleted link', () => {
  test('comes back by Undo, and says why where it cannot', async () => {
    await using opened = await openSignedIn('/links/new');
    const { page } = opened;
    await page.getByLabel('Name', { exact: true }).fill('Undone');
    await page.getByLabel('Slug').fill('undo-me');
    await page.getByLabel('Where does it lead?').fill('https://example.com/undo');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('heading', { name: 'Undone', exact: true }).waitFor();
    const remove = async (name: string) => {
      await page.getByRole('button', { name: 'Delete' }).click();
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

  test('several come back together', async () => {
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    const dialog = await chooseFile(page, ['Type,Name', 'unified,Pair one', 'unified,Pair two']);
    await dialog.getByRole('button', { name: 'Import 2 links' }).click();
    await dialog.getByText('2 links created.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('searchbox', { name: 'Search links' }).fill('Pair ');
    await page.getByText('2 links match').waitFor();
    for (const name of ['Pair one', 'Pair two']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    await page.getByRole('button', { name: 'Delete 2 links' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 links' }).click();
    await page.getByText('No link matches').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('2 links are back.').waitFor();
    await row(page, 'Pair two').waitFor();
  });
});
