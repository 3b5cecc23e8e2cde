import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linkOfRow, mapHeadings, remap } from '../src/screens/links/importFields.ts';
import { readCsv, writeCsv, type CsvFile } from '../src/screens/links/readCsv.ts';

const EXPORT =
  'Name,Type,Slug,Short URL,Created At,Clicks,New Installs,Returning Users,Attributed Clicks,Top Device,Top OS,Top Browser,Top Country,Last Clicked At,Period Start,Period End';

async function read(content: string | Uint8Array<ArrayBuffer>): Promise<CsvFile> {
  const file = await readCsv(new Blob([content]));
  if (typeof file === 'string') throw new Error(file);
  return file;
}

describe('the columns of a file', () => {
  test('of an export are name, type and slug; its numbers are nothing that can be made', () => {
    assert.deepEqual(
      [...mapHeadings(EXPORT.split(','))],
      [
        [0, 'name'],
        [1, 'type'],
        [2, 'slug'],
      ],
    );
  });

  test('are known whatever their case, and a field has one column', () => {
    const headings = ['EXTERNAL id', 'Long URL', 'fallback_url', 'iOS URL', 'Owner'];
    const mapping = mapHeadings(headings);
    assert.deepEqual([...mapping.values()], ['externalId', 'fallbackUrl', 'iosUrl']);
    const moved = remap(mapping, 2, 'fallbackUrl');
    assert.equal(moved.get(1), undefined);
    assert.equal(moved.get(2), 'fallbackUrl');
    assert.equal(remap(moved, 2, null).get(2), undefined);
  });
});

describe('the link of a row', () => {
  const link = (cells: Record<string, string>) =>
    linkOfRow(Object.values(cells), mapHeadings(Object.keys(cells)));

  test('has what is filled in and nothing else', () => {
    assert.deepEqual(link({ name: ' Summer ', slug: '', type: '' }), {
      type: 'dynamic',
      name: 'Summer',
    });
    const cells = {
      type: 'Unified',
      parameters: '{"a":1}',
      metadata: '{"x":2}',
      ogTitle: 'Sale',
      allowQueryPassthrough: 'Yes',
    };
    assert.deepEqual(link(cells), {
      type: 'unified',
      parameters: { a: 1 },
      metadata: { x: 2, ogTitle: 'Sale' },
      allowQueryPassthrough: true,
    });
  });

  test('undoes what the export does to formulas, and leaves other apostrophes', () => {
    assert.deepEqual(link({ name: "'=1+1" }), { type: 'dynamic', name: '=1+1' });
    assert.deepEqual(link({ name: "'tis" }), { type: 'dynamic', name: "'tis" });
  });

  test('is refused with the field and its cure', () => {
    for (const [cells, words] of [
      [{ type: 'magic' }, /Type must be dynamic or unified/],
      [{ parameters: '[1]' }, /Parameters must be a JSON object/],
      [{ metadata: '{' }, /Metadata must be a JSON object/],
      [{ passthrough: 'maybe' }, /“Pass query parameters through” must be yes or no/],
    ] as const) {
      assert.match(JSON.stringify(link(cells)), words);
    }
  });
});

describe('reading a file', () => {
  test('takes other separators and line breaks in cells, and counts rows as spreadsheets do', async () => {
    const file = await read('\uFEFFName;Slug\r\n"two\nlines; one cell";a\r\n;\r\nlast;b');
    assert.deepEqual(file.headings, ['Name', 'Slug']);
    assert.deepEqual(file.rows, [
      { row: 2, cells: ['two\nlines; one cell', 'a'] },
      { row: 4, cells: ['last', 'b'] },
    ]);
  });

  test('takes what spreadsheets on Windows write', async () => {
    const file = await read(Uint8Array.from(Buffer.from('Name\nÉté', 'latin1')));
    assert.deepEqual(file.rows[0]?.cells, ['Été']);
  });

  test('says why it cannot', async () => {
    for (const [text, words] of [
      ['', /is empty/],
      ['Name,Slug\n', /no row below/],
      ['Name\n"never closed', /Row 2: a cell opens a quote/],
    ] as const) {
      assert.match(JSON.stringify(await readCsv(new Blob([text]))), words);
    }
  });

  test('and writing it again keep every cell', async () => {
    const cells = ['=SUM(A1)', 'a "quoted", cell', 'שלום', ''];
    const text = writeCsv(['name', 'slug', 'ogTitle', 'x'], [{ cells, message: 'no' }]);
    const { headings, rows } = await read(text);
    assert.deepEqual(headings, ['name', 'slug', 'ogTitle', 'x', 'Problem']);
    assert.deepEqual(linkOfRow(rows[0]?.cells ?? [], mapHeadings(headings)), {
      type: 'dynamic',
      name: '=SUM(A1)',
      slug: 'a "quoted", cell',
      metadata: { ogTitle: 'שלום' },
    });
  });
});
