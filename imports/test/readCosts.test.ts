import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readCosts as read } from '@fairlead/imports/readCosts';

const LINK = '0197a7c2-1111-7222-8333-444455556666';

const readCosts = (text: string, currency?: string) => read(Buffer.from(text), currency);

suite('readCosts', () => {
  test('reads exact amounts of any currency, and adds up the rows of a day', () => {
    const { costs, problems } = readCosts(
      [
        'Day;Campaign;Link ID;Currency;Cost',
        '2026-11-01;spring;;eur;12.3',
        '2026-11-01;spring;;EUR;0.70',
        `2026-11-02;;${LINK.toUpperCase()};JPY;500`,
        '2026-11-02;"a; b";;KWD;1.234000',
      ].join('\r\n'),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(costs, [
      { day: '2026-11-01', campaign: 'spring', currency: 'EUR', amount: 1300 },
      { day: '2026-11-02', linkId: LINK, currency: 'JPY', amount: 500 },
      { day: '2026-11-02', campaign: 'a; b', currency: 'KWD', amount: 1234 },
    ]);
  });

  test('takes the currency from outside where there is no column', () => {
    const text = 'date,campaign,spend\n2026-11-01,spring,5\n';
    const { costs } = readCosts(text, 'USD');
    assert.deepEqual(read(Buffer.from(`\ufeff${text}`, 'utf16le'), 'USD').costs, costs);
    assert.deepEqual(costs, [
      { day: '2026-11-01', campaign: 'spring', currency: 'USD', amount: 500 },
    ]);
  });

  test('says which column is missing, and how it may be called', () => {
    const { problems } = readCosts('day,what\n2026-11-01,5\n');
    assert.equal(problems.length, 3);
    assert.match(problems.join('\n'), /campaign[^]*amount[^]*currency/);
  });

  for (const [row, problem] of [
    ['1.11.2026,spring,,EUR,1', /no day/],
    ['2026-11-01,,,EUR,1', /either/],
    [`2026-11-01,spring,${LINK},EUR,1`, /either/],
    ['2026-11-01,,abc,EUR,1', /no id/],
    ['2026-11-01,spring,,EUX,1', /no currency/],
    ['2026-11-01,spring,,EUR,1.234', /no amount/],
    ['2026-11-01,spring,,JPY,1.5', /no amount/],
    ['2026-11-01,spring,,EUR,"1,234.00"', /no amount/],
    ['2026-11-01,spring,,EUR,-1', /no amount/],
    ['2026-11-01,spring,,EUR,', /no amount/],
  ] as const) {
    test(`refuses ${row}`, () => {
      const { costs, problems } = readCosts(`day,campaign,link,currency,amount\n${row}\n`);
      assert.deepEqual(costs, []);
      assert.match(problems[0] ?? '', /^Row 2: /);
      assert.match(problems[0] ?? '', problem);
    });
  }
});
