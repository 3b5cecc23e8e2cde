import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { button } from '../byName.ts';
import { chooseFile, newMover, previewAndImport, savedBy, setFile } from './importSteps.ts';

const rowByRow = (page: Page) => page.getByRole('group', { name: 'Row by row' });
const bulkCalls = (requests: readonly string[]) =>
  requests.filter((line) => line.endsWith('/links/bulk')).length;

suiteInBrowser('importing links from a file', () => {
  test('creates links from 10,000 rows, and none when the file is imported again', async () => {
    await using opened = await (await newMover()).open('/links');
    const { page } = opened;
    const rows = Array.from(
      { length: 10_000 },
      (_, n) => `Bulk ${n},unified,bulk-${n},https://example.com/${n}`,
    );
    const lines = ['Name,Type,External Id,Fallback URL', ...rows];
    await chooseFile(page, lines);
    await previewAndImport(page, '10,000 rows', '10,000 links');
    await page.getByText('10,000 links created.').waitFor();
    await page.getByRole('link', { name: 'Go to links' }).click();
    await chooseFile(page, lines);
    await button(page, 'Preview 10,000 rows').click();
    await page.getByText('10,000 rows: 0 links to create, 10,000 already there.').waitFor();
    assert.ok(await button(page, 'Import 0 links').isDisabled());
    await button(page, 'Back').click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('searchbox', { name: 'Search links' }).fill('Bulk 9999');
    await page.getByText('1 link matches').waitFor();
    assert.equal(bulkCalls(opened.requests), 10);
  });

  test('previews each row before creating anything, and reports each afterwards', async () => {
    const mover = await newMover();
    await using opened = await mover.open('/links');
    const { page, requests } = opened;
    await chooseFile(page, [
      'Name;Type;Short URL;Clicks;Where;Reference',
      `"'=Summer; sale";dynamic;http://${mover.host}/back-1;12;https://example.com/a;back-1`,
      'Refused;dynamic;;;javascript:alert(1);back-2',
      ';;;;;',
      'No type;magic;;;https://example.com/b;back-3',
    ]);
    const becomes = (heading: string) =>
      page.getByRole('combobox', { name: `What ${heading} becomes` });
    assert.equal(await becomes('Clicks').inputValue(), 'Imported clicks');
    assert.equal(await becomes('Where').inputValue(), '');
    await becomes('Where').click();
    await page.getByRole('option', { name: 'Destination', exact: true }).click();
    await button(page, 'Preview 3 rows').click();
    await page.getByText('3 rows: 1 link to create, 2 refused.').waitFor();
    await rowByRow(page)
      .getByRole('row', { name: /^5 Refused .*must be dynamic or unified, not “magic”/ })
      .waitFor();
    const planned = await savedBy(page, 'Download preview');
    assert.deepEqual(
      planned.map(([row, , status]) => [row, status]),
      [
        ['Row', 'Status'],
        ['2', 'planned'],
        ['3', 'refused'],
        ['5', 'refused'],
      ],
    );
    assert.equal(bulkCalls(requests), 0);

    await button(page, 'Import 1 link').click();
    await page.getByText('1 link created, 2 refused.').waitFor();
    await rowByRow(page)
      .getByRole('row', { name: /^3 Refused .*fallbackUrl/ })
      .waitFor();
    const report = await savedBy(page, 'Download report');
    assert.deepEqual(
      report.slice(1).map(([row, , status]) => [row, status]),
      [
        ['2', 'created'],
        ['3', 'refused'],
        ['5', 'refused'],
      ],
    );
    assert.ok(report.slice(2).every(([, , , , , reason]) => /must/.test(reason ?? '')));
    const [head, ...toFix] = await savedBy(page, 'Download 2 rows to fix');
    assert.deepEqual(head, 'Name,Type,Short URL,Clicks,Where,Reference,Problem'.split(','));
    assert.deepEqual(
      toFix.map((cells) => [cells[0], cells[5], /must/.test(cells[6] ?? '')]),
      [
        ['Refused', 'back-2', true],
        ['No type', 'back-3', true],
      ],
    );
    const [link] = (await mover.linksMatching('=Summer; sale')).links;
    assert.partialDeepStrictEqual(link, {
      slug: 'back-1',
      externalId: 'back-1',
      name: '=Summer; sale',
    });
  });

  test('detects the source by its headings, names what is lost and can change the domain', async () => {
    const mover = await newMover();
    await using opened = await mover.open('/links');
    const { page } = opened;
    await chooseFile(page, [
      'Short link,Destination URL,Clicks,Leads,Farbe',
      'https://go.elsewhere.test/moved/one,https://example.com/1,7,3,rot',
      'https://dub.sh/moved-two,https://example.com/2,0,0,',
    ]);
    const source = page.getByRole('combobox', { name: 'Source' });
    assert.equal(await source.inputValue(), 'Dub');
    await button(page, 'Preview 2 rows').click();
    await page.getByText('2 rows: 0 links to create, 1 refused, 1 skipped.').waitFor();
    await page
      .getByRole('alert')
      .getByText(/go\.elsewhere\.test \(1 link\)/)
      .waitFor();
    await page.getByText(/it is not known what they are: Farbe/).waitFor();
    const lost = page.getByRole('group', { name: 'Not kept, or changed' });
    await lost.getByText(/^leads: /).waitFor();
    await page.getByLabel('Only changed or refused rows').check();
    await rowByRow(page)
      .getByText(/leads \(lost\)/)
      .waitFor();

    await button(page, 'Back').click();
    await page.getByRole('combobox', { name: 'Domain of the links' }).click();
    await page.getByRole('option', { name: mover.host, exact: true }).click();
    await previewAndImport(page, '2 rows', '2 links');
    await page.getByText('2 links created.').waitFor();
    const [link] = (await mover.linksMatching('dub:go.elsewhere.test/moved/one')).links;
    assert.equal(link?.slug, 'moved/one');
    assert.equal(new URL(link.shortUrl).hostname, mover.host);
  });

  test('reports an unreadable or unknown file at once', async () => {
    await using opened = await (await newMover()).open('/links/import');
    const { page } = opened;
    await setFile(page, ['Name', '"never closed']);
    await page.getByText('Row 2: a cell opens a quote and does not close it.').waitFor();
    await setFile(page, ['Farbe,Form', 'rot,rund']);
    await page.getByText('None of the headings is known').waitFor();
    assert.equal(await button(page, 'Preview 1 row').isDisabled(), true);
    // Branch's own file says where links stand and not where they lead.
    await setFile(page, ['URL,Channel,Campaign,Feature', 'https://go.example.com/x,a,b,c']);
    await page
      .getByText('fairlead import links.csv --from branch --source-key -')
      .first()
      .waitFor();
    assert.equal(await button(page, 'Preview 1 row').isDisabled(), true);
    await page.getByText('Import from an account instead of a file').click();
    for (const command of [
      'fairlead import --from bitly --source-key -',
      'fairlead import --from shlink --source-url https://s.example.com --source-key -',
    ]) {
      await page.getByText(command).waitFor();
    }
  });
});

suiteInBrowser('the import screens', () => {
  test('are accessible and fit the window, light, dark and on a phone', async () => {
    await using opened = await (await newMover()).open('/links');
    const { page } = opened;
    const findings: string[] = [];
    const look = async (name: string) => findings.push(...(await examineAsItIs(page, name)));
    await chooseFile(page, [
      'Name,Type,Short URL,Clicks,Where,External Id,Parameters',
      `'=Summer sale,dynamic,https://go.example.com/x,12,https://example.com/a,look-1,"{""a"":1}"`,
      'Refused,dynamic,,,javascript:alert(1),look-2,',
      'No type,magic,,,https://example.com/b,look-3,',
      'Made,dynamic,,,https://example.com/c,look-4,',
    ]);
    await page.getByRole('combobox', { name: 'What Where becomes' }).click();
    await page.getByRole('option', { name: 'Destination', exact: true }).click();
    await page.getByText('Import from an account instead of a file').click();
    await look('import');
    await button(page, 'Preview 4 rows').click();
    await page.getByText('4 rows: 1 link to create, 3 refused.').waitFor();
    await look('import-preview');
    await button(page, 'Import 1 link').click();
    await page.getByText('1 link created, 3 refused.').waitFor();
    await look('import-report');
    assert.deepEqual(findings, []);
  });
});
