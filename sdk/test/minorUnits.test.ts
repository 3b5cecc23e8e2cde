import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { decimalsOf } from '@fairlead/contract/currencies';
import { minorUnits } from '../src/events.ts';

/** Every code of three letters that is a currency. */
function currencies(): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  return letters
    .flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three)))
    .filter((code) => decimalsOf(code) !== undefined);
}

describe('minorUnits', () => {
  test('has the decimals of every currency that the server knows', () => {
    assert.ok(currencies().length > 150);
    for (const currency of currencies()) {
      assert.equal(minorUnits(7, currency), 7 * 10 ** decimalsOf(currency)!, currency);
    }
  });

  for (const [sdk, file] of [
    ['Kotlin', 'android/core/src/main/kotlin/dev/fairlead/Events.kt'],
    ['Swift', 'ios/Sources/Fairlead/Events.swift'],
  ] as const) {
    test(`has the same exceptions in ${sdk}`, () => {
      const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
      const listed = [...source.matchAll(/\b(\d)(?: to|,) "([A-Z ]+)"/g)].flatMap(
        ([, decimals, codes = '']) => codes.split(' ').map((code) => `${code} ${decimals}`),
      );
      const exceptions = currencies()
        .filter((code) => decimalsOf(code) !== 2)
        .map((code) => `${code} ${decimalsOf(code)}`);
      assert.deepEqual(listed.toSorted(), exceptions.toSorted());
    });
  }

  test('is exact', () => {
    const amounts = [
      ['19.99', 'EUR', 1999],
      [19.99, 'EUR', 1999],
      [1.15, 'USD', 115],
      ['-0.05', 'EUR', -5],
      ['19.9', 'EUR', 1990],
      ['19.990', 'EUR', 1999],
      ['20.00', 'JPY', 20],
      ['1.234', 'KWD', 1234],
      ['0', 'EUR', 0],
      ['-0', 'EUR', 0],
    ] as const;
    for (const [amount, currency, expected] of amounts) {
      assert.equal(minorUnits(amount, currency), expected, `${amount} ${currency}`);
    }
  });

  test('throws for what is no amount of the currency', () => {
    for (const [amount, currency] of [
      ['19.999', 'EUR'],
      [0.1 + 0.2, 'EUR'],
      ['0.5', 'JPY'],
      ['1,50', 'EUR'],
      ['', 'EUR'],
      [Number.NaN, 'EUR'],
      ['90071992547409.92', 'EUR'],
    ] as const) {
      assert.throws(() => minorUnits(amount, currency), RangeError, `${amount} ${currency}`);
    }
  });
});
