import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS } from '@fairlead/contract';
import { RoutePattern } from '@fairlead/contract/operations/builds';
import fc from 'fast-check';
import { matchRoutes } from '#apps/builds/matchRoutes.ts';
import { createSlices, STEPS_PER_SLICE } from '#platform/lib/createSlices.ts';
import { countSteps } from '../support/countSteps.ts';
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

/** The first pattern that opens each path. */
function match(routes: readonly string[], ...paths: string[]) {
  return matchRoutes({ slices: createSlices(), excess: 0 }, routes, paths);
}

describe('patterns of routes (Rule: builds 3)', () => {
  for (const [pattern, yes, no] of CASES) {
    test(`${pattern} opens ${yes.join(' ')} and not ${no.join(' ')}`, async () => {
      const opened = await match([pattern], ...yes, ...no);
      assert.deepEqual([...opened.keys()], yes);
    });
  }

  test('the first that fits is the one found; an empty list opens nothing', async () => {
    assert.deepEqual([...(await match(['/a', '/:any', '/b'], '/b'))], [['/b', '/:any']]);
    assert.deepEqual([...(await match(['/b', '/:any'], '/b'))], [['/b', '/b']]);
    assert.equal((await match([], '/')).size, 0);
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

  test('any patterns and paths: the same as regular expressions, one by one', async () => {
    const piece = fc.constantFrom('a', 'b', 'ab', '*');
    const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    const segment = fc.oneof(
      { weight: 3, arbitrary: word.map((text) => text.replaceAll(/\*+/g, '*')) },
      { weight: 1, arbitrary: fc.constantFrom('**', ':id') },
    );
    const pattern = fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
    const name = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 });
    const path = fc.array(name, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`);
    const patterns = fc.array(pattern, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(patterns, fc.array(path, { maxLength: 4 }), async (routes, paths) => {
        const found = await match(routes, ...paths);
        for (const each of paths) {
          const expected = routes.find((route) => regexOf(route).test(each));
          assert.equal(found.get(each), expected, each);
        }
      }),
      { seed: SEED, numRuns: 10_000 },
    );
  });

  test('of a path with more than 64 segments the first and last 32 are compared', async () => {
    const path = (length: number) => `/x${'/a'.repeat(length)}/y`;
    const routes = ['/x/*/y', '/x/**/b', '/x/**/a/a/y'];
    assert.equal((await match(routes, path(4000))).get(path(4000)), '/x/**/a/a/y');
  });
});

const LONG = '/a'.repeat(4000);

describe('comparing patterns with paths', () => {
  test('a manifest made to be slow takes few steps, and a slice at a time', async () => {
    const { slices, most } = countSteps();
    const depth = LIMITS.routeSegments - 1;
    const routes = Array.from(
      { length: LIMITS.routesPerBuild },
      (_, index) => `/**${'/a'.repeat(depth - 1)}/b${index}`,
    );
    const paths = Array.from({ length: 100 }, (_, index) => `/${index}${LONG}`);
    assert.equal((await matchRoutes({ slices, excess: 0 }, routes, paths)).size, 0);
    assert.ok(slices.total() < 300_000, `${slices.total()} steps`);
    assert.ok(most() <= STEPS_PER_SLICE + 200, `${most()} steps in a slice`);
  });

  test('patterns of which most begin to fit every path are refused, in slices', async () => {
    const { slices, most } = countSteps();
    const texts = Array.from({ length: 32 }, (_, index) => 'a'.repeat(index));
    const wild = texts.flatMap((start) => texts.map((end) => `${start}*${end}`));
    const routes = wild.slice(1, 1001).map((first) => `/**/${first}${'/a*'.repeat(13)}/b`);
    const paths = Array.from({ length: 200 }, (_, index) => `/${'a'.repeat(80)}${LONG}/${index}`);
    await assert.rejects(matchRoutes({ slices, excess: 0 }, routes, paths), {
      code: 'VALIDATION_ERROR',
      message: /fewer wildcards/,
    });
    assert.ok(slices.total() < 11_000_000, `${slices.total()} steps`);
    assert.ok(most() <= STEPS_PER_SLICE + 200, `${most()} steps in a slice`);
  });
});
