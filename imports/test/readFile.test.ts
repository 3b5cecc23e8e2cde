import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type CsvFile, parseCsv, readTable, recordsOf } from '@fairlead/imports/readFile';
import { createConverter } from '@fairlead/imports/convert';
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
    const file = readTable(Uint8Array.from(Buffer.from('Name\nÉté', 'latin1')));
    assert.deepEqual(typeof file === 'string' ? file : file.rows[0]?.cells, ['Été']);
  });

  const UTF16: [string, (text: string) => Buffer][] = [
    ['UTF-16LE with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16LE without one', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-16BE with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-16BE without one', (text) => Buffer.from(text, 'utf16le').swap16()],
    ['UTF-8 with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ];
  for (const [what, encode] of UTF16) {
    test(`decodes ${what}`, () => {
      const file = readTable(encode('slug\tdestination\r\nélan-Ā\thttps://acme.example/東京\r\n'));
      assert.deepEqual(file, {
        headings: ['slug', 'destination'],
        rows: [{ row: 2, cells: ['élan-Ā', 'https://acme.example/東京'] }],
      });
    });
  }

  test('refuses what is no text', () => {
    const zip = Uint8Array.from([
      0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0, 0, 33, 0, 0xdf, 0xa4, 0xd2,
    ]);
    const stray = Buffer.from('slug,destination\na,https://acme.example/\0\0\n');
    for (const bytes of [zip, stray, Uint8Array.from([0xff, 0xfe, 0, 0, 65, 0, 0, 0])])
      assert.match(JSON.stringify(readTable(bytes)), /It is no text file/);
  });

  for (const [separator, name] of [
    [',', 'commas'],
    [';', 'semicolons'],
    ['\t', 'tabs'],
    ['|', 'bars'],
  ]) {
    for (const rows of [1, 2, 9, 12]) {
      for (const end of ['', '\n', '\r\n\r\n']) {
        test(`splits two columns at ${name}: ${rows} rows, ending in ${JSON.stringify(end)}`, () => {
          const lines = Array.from(
            { length: rows },
            (_, n) => `s${n}${separator}https://a.example/${n}`,
          );
          const file = read([`slug${separator}destination`, ...lines].join('\n') + end);
          assert.deepEqual(file.headings, ['slug', 'destination']);
          assert.equal(file.rows.length, rows);
          assert.ok(file.rows.every(({ cells }) => cells.length === 2));
        });
      }
    }
  }

  test('takes the separator of the headings, whatever else stands in the cells', () => {
    const file = read(
      'url;name\nhttps://a.example/?a=1,2,3;"One, two"\nhttps://a.example/?a=1,2;b|c\n',
    );
    assert.deepEqual(
      file.rows.map(({ cells }) => cells),
      [
        ['https://a.example/?a=1,2,3', 'One, two'],
        ['https://a.example/?a=1,2', 'b|c'],
      ],
    );
    assert.deepEqual(read('url\nhttps://a.example/?a=1,2;3\n').rows[0]?.cells, [
      'https://a.example/?a=1,2;3',
    ]);
  });

  test('refuses a row with more cells than headings, which another separator within a cell makes', () => {
    const file = read(
      'slug,url\na,https://a.example/?x=1\nb,https://a.example/?x=1,2\nc,https://a.example/,\n',
    );
    const converter = createConverter(SOURCES.csv);
    const [good, broken, blank] = recordsOf(file, SOURCES.csv).map((each) =>
      converter.convert(each),
    );
    assert.equal(good?.links.length, 1);
    assert.deepEqual(broken?.links, []);
    assert.match(broken?.unmade[0]?.reason ?? '', /3 cells, and the file 2 headings/);
    assert.equal(blank?.links.length, 1);
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

  test('of a Fairlead export keep everything but where they lead, which it does not say', () => {
    const headings =
      'Name,Type,Slug,Short URL,Created At,Clicks,New Installs,Returning Users,Attributed Clicks,Top Device,Destination'.split(
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
          'https://acme.example/',
        ) +
        line('Two', 'unified', 't', 'https://go.acme.example/t', '', 0, 0, 0, 0, '', ''),
    );
    assert.equal(source, 'csv');
    assert.deepEqual(conversions[0]?.links, [
      {
        type: 'unified',
        name: '=Sale',
        slug: 's',
        domain: 'go.acme.example',
        externalId: 'csv:go.acme.example/s',
        fallbackUrl: 'https://acme.example/',
        createdAt: '2026-01-02T03:04:05.000Z',
        importedClicks: 7,
      },
    ]);
    assert.deepEqual(conversions[1]?.unmade, [
      { origin: 'go.acme.example/t', status: 'refused', reason: 'It has no destination' },
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
      line('name', 'slug', 'type', 'passthrough', 'metadata', 'ogTitle', 'ios') +
        line("'tis", '', '', 'Yes', '{"x":2}', 'Sale', 'https://acme.example/') +
        line('b', '', '', 'maybe', '', '', 'https://acme.example/'),
    );
    const [first, second] = conversions;
    assert.partialDeepStrictEqual(first?.links[0], {
      type: 'dynamic',
      name: "'tis",
      allowQueryPassthrough: true,
      metadata: { x: 2, ogTitle: 'Sale' },
    });
    assert.equal(first?.links[0]?.slug, undefined);
    assert.match(second?.unmade[0]?.reason ?? '', /must be yes or no, not “maybe”/);
  });
});
