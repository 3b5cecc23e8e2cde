import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type CsvFile, decodeText, parseCsv, recordsOf } from '@fairlead/imports/readFile';
import { renderRejected } from '@fairlead/imports/renderReport';
import { proposeFields } from '@fairlead/imports/sources/csv';
import { SOURCES } from '@fairlead/imports/sources/index';
import { convertFile, line } from './convertRow.ts';

function read(text: string): CsvFile {
  const file = parseCsv(text);
  if (typeof file === 'string') throw new Error(file);
  return file;
}

suite('reading a CSV file', () => {
  test('accepts other separators and line breaks in cells, and counts rows as spreadsheets do', () => {
    const file = read('\uFEFFName;Slug\r\n"two\nlines; one cell";a\r\n;\r\nlast;b');
    assert.deepEqual(file.headings, ['Name', 'Slug']);
    assert.deepEqual(file.rows, [
      { row: 2, cells: ['two\nlines; one cell', 'a'] },
      { row: 4, cells: ['last', 'b'] },
    ]);
  });

  test('decodes Latin-1 as spreadsheets on Windows write it', () => {
    const text = decodeText(Uint8Array.from(Buffer.from('Name\nÉté', 'latin1')));
    assert.deepEqual(read(text).rows[0]?.cells, ['Été']);
  });

  test('reports empty files, missing rows and unclosed quotes', () => {
    for (const [text, words] of [
      ['', /is empty/],
      ['Name,Slug\n', /no row below/],
      ['Name\n"never closed', /Row 2: a cell opens a quote/],
    ] as const) {
      assert.match(JSON.stringify(parseCsv(text)), words);
    }
  });

  test('leaves out a column that is mapped to nothing', () => {
    const file = read('url,Clicks\nhttps://acme.example/,7\n');
    const [kept] = recordsOf(file, SOURCES.csv);
    assert.deepEqual(kept?.fields, { fallbackUrl: 'https://acme.example/', importedClicks: '7' });
    const [left] = recordsOf(file, SOURCES.csv, new Map([[1, null]]));
    assert.deepEqual(left?.fields, { fallbackUrl: 'https://acme.example/' });
  });

  test('keeps every cell of rejected rows through writing and reading', () => {
    const cells = ['=SUM(A1)', 'a "quoted", cell', 'שלום', ''];
    const text = renderRejected(['name', 'slug', 'ogTitle', 'x'], [{ cells, reason: 'no' }]);
    const file = read(text);
    assert.deepEqual(file.headings, ['name', 'slug', 'ogTitle', 'x', 'Problem']);
    const [record] = recordsOf(file, SOURCES.csv);
    assert.deepEqual(record?.fields, {
      name: '=SUM(A1)',
      slug: 'a "quoted", cell',
      ogTitle: 'שלום',
      Problem: 'no',
    });
  });
});

suite('columns of any CSV file', () => {
  test('are recognized in any case, one column per field', () => {
    assert.deepEqual(
      proposeFields(['EXTERNAL id', 'Long URL', 'fallback_url', 'iOS URL', 'Owner']),
      ['externalId', 'fallbackUrl', undefined, 'iosUrl', undefined],
    );
  });

  test('of a Fairlead export make the same links, with clicks as imported clicks', () => {
    const headings =
      'Name,Type,Slug,Short URL,Created At,Clicks,New Installs,Returning Users,Attributed Clicks,Top Device'.split(
        ',',
      );
    const { source, conversions, unknown } = convertFile(
      line(...headings) +
        line(
          "'=Sale",
          'unified',
          's',
          'https://go.acme.example/s',
          '2026-01-02T03:04:05Z',
          7,
          1,
          1,
          1,
          'x',
        ),
    );
    assert.equal(source, 'csv');
    assert.deepEqual(conversions[0]?.links, [
      {
        type: 'unified',
        name: '=Sale',
        slug: 's',
        domain: 'go.acme.example',
        externalId: 'csv:go.acme.example/s',
        createdAt: '2026-01-02T03:04:05.000Z',
        importedClicks: 7,
      },
    ]);
    assert.deepEqual(unknown, [
      'New Installs',
      'Returning Users',
      'Attributed Clicks',
      'Top Device',
    ]);
  });

  test('that are empty set nothing, and apostrophes are kept unless they defuse a formula', () => {
    const { conversions } = convertFile(
      line('name', 'slug', 'type', 'passthrough', 'metadata', 'ogTitle') +
        line("'tis", '', '', 'Yes', '{"x":2}', 'Sale') +
        line('b', '', '', 'maybe', '', ''),
    );
    const [first, second] = conversions;
    assert.partialDeepStrictEqual(first?.links[0], {
      type: 'dynamic',
      name: "'tis",
      allowQueryPassthrough: true,
      metadata: { x: 2, ogTitle: 'Sale' },
    });
    assert.equal(first?.links[0]?.slug, undefined);
    assert.match(second?.skipped[0]?.reason ?? '', /must be yes or no, not “maybe”/);
  });
});
