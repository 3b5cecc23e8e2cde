import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { moveDecimals, refundOf, revenueOf } from '#apps/sources/revenue.ts';

describe('decimals', () => {
  test('are moved exactly, halves away from zero', () => {
    for (const [text, places, expected] of [
      ['4.99', 2, 499],
      ['1.005', 2, 101],
      ['-1.005', 2, -101],
      ['0.285', 2, 29],
      ['1.0049', 2, 100],
      ['12', 3, 12_000],
      ['1e-7', 2, 0],
      ['1.5e3', 0, 1500],
      ['4990', -1, 499],
      ['4995', -1, 500],
      ['-0', 2, 0],
    ] as const) {
      assert.equal(moveDecimals(text, places), expected, text);
    }
  });

  test('of what is no decimal are undefined', () => {
    for (const text of ['', '4,99', 'NaN', 'Infinity', '0x10', '1e99', '1.2.3']) {
      assert.equal(moveDecimals(text, 2), undefined, text);
    }
  });
});

describe('a price', () => {
  test('becomes minor units by the decimals of its currency', () => {
    assert.deepEqual(revenueOf(4.99, 'usd'), { amount: 499, currency: 'USD' });
    assert.deepEqual(revenueOf(500, 'JPY'), { amount: 500, currency: 'JPY' });
    assert.deepEqual(revenueOf('1.2345', 'KWD'), { amount: 1235, currency: 'KWD' });
    assert.deepEqual(revenueOf(4990, 'EUR', 3), { amount: 499, currency: 'EUR' });
    assert.deepEqual(revenueOf(500_000, 'JPY', 3), { amount: 500, currency: 'JPY' });
    assert.deepEqual(revenueOf(499, 'EUR', 'minor'), { amount: 499, currency: 'EUR' });
  });

  test('of nothing, or without a currency, is none', () => {
    for (const price of [0, '0.00', undefined, null, {}, 'free']) {
      assert.equal(revenueOf(price, 'EUR'), undefined);
    }
    assert.equal(revenueOf(1, undefined), undefined);
  });

  test('that is given back is negative whatever its sign was', () => {
    assert.equal(refundOf({ amount: 499, currency: 'EUR' })?.amount, -499);
    assert.equal(refundOf({ amount: -499, currency: 'EUR' })?.amount, -499);
  });
});
