import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RoutePattern } from '@fairlead/contract/operations/builds';
import fc from 'fast-check';
import { openerOf, routeFinderOf } from '#apps/builds/openerOf.ts';
import { SEED } from '../support/run/seed.ts';
import { regexOf } from './regexOf.ts';

const CASES: readonly (readonly [
  pattern: string,
  opens: readonly string[],
  not: readonly string[],
])[] = [
  ['/', ['/', ''], ['/a']],
  ['/product/:id', ['/product/42', '/product/42/', '/product//42'], ['/product', '/product/4/2']],
  ['/promo/*', ['/promo/summer'], ['/promo', '/promo/a/b', '/Promo/a']],
  ['/promo*', ['/promo', '/promotion'], ['/prom', '/promo/a']],
  ['/a*b*c/d', ['/abc/d', '/a-b-b-c/d'], ['/acb/d', '/abc', '/abcd']],
  ['/ab*ba', ['/abba', '/abcba'], ['/aba']],
  ['/news/**', ['/news', '/news/2026/11/25'], ['/newspaper', '/']],
  ['/news/*/**', ['/news/a', '/news/a/b'], ['/news']],
  ['/**/edit', ['/edit', '/a/b/edit', '/edit/edit'], ['/edit/a']],
  ['/a/**/b/**/c', ['/a/b/c', '/a/x/b/y/b/z/c'], ['/a/c/b']],
  ['/search?q=*', ['/search'], ['/search/q']],
  ['/über', ['/%C3%BCber', '/über'], ['/uber']],
  ['/50%', ['/50%'], ['/50']],
  ['/a.c', ['/a.c'], ['/abc']],
];

describe('patterns of routes (Rule: builds 3)', () => {
  for (const [pattern, yes, no] of CASES) {
    test(`${pattern} opens ${yes.join(' ')} and not ${no.join(' ')}`, () => {
      const opens = openerOf([pattern]);
      for (const path of yes) assert.ok(opens(path), path);
      for (const path of no) assert.ok(!opens(path), path);
    });
  }

  test('the first that fits is the one found; an empty list opens nothing', () => {
    assert.equal(routeFinderOf(['/a', '/:any', '/b'])('/b'), '/:any');
    assert.equal(openerOf([])('/'), false);
  });

  test('what the contract takes for patterns', () => {
    const fits = new RegExp(RoutePattern.pattern!, 'u');
    for (const [pattern] of CASES) assert.ok(fits.test(pattern), pattern);
    for (const bad of [
      '',
      'product',
      '/a**',
      '/**a',
      '/:',
      '/:1',
      '/:a*',
      '/a b',
      '/a#b',
      '/a\u0000',
    ]) {
      assert.ok(!fits.test(bad), bad);
    }
  });

  test('any patterns and paths: the same as regular expressions, one by one', () => {
    const piece = fc.constantFrom('a', 'b', 'ab', '*');
    const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    const segment = fc.oneof(
      { weight: 3, arbitrary: word.map((text) => text.replaceAll(/\*+/g, '*')) },
      { weight: 1, arbitrary: fc.constantFrom('**', ':id') },
    );
    const pattern = fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
    const name = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 });
    const path = fc.array(name, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 4 }), path, (patterns, given) => {
        const expected = patterns.some((each) => regexOf(each).test(given));
        assert.equal(openerOf(patterns)(given), expected);
      }),
      { seed: SEED, numRuns: 20_000 },
    );
  });

  test('a pattern made to be slow is not', () => {
    const slow = `${'/**/*a'.repeat(40)}/b`;
    const path = '/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.repeat(250);
    assert.equal(openerOf([slow, `/${'*a'.repeat(100)}b`])(path), false);
  });
});
