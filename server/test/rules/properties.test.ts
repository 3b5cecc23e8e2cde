import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NamedRule, RuleCondition } from '@fairlead/contract/rules';
import fc from 'fast-check';
import { noteRules } from '#links/rules/noteRules.ts';
import { storedRules } from '#links/rules/storedRules.ts';
import { compareVersions } from '#platform/lib/compareVersions.ts';
import { chooseRoute, type Ruled } from '#visits/decision/rules/chooseRoute.ts';
import type { RouteFacts } from '#visits/decision/rules/RouteFacts.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const HOUR = 3_600_000;
const iso = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

const some = <T>(...values: readonly [T, ...T[]]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const version = fc.constantFrom('9', '17', '17.4', '17.10', '18', '18.0.1', '26');
const range = fc
  .record({ min: version, max: version }, { requiredKeys: [] })
  .filter(
    ({ min, max }) => min === undefined || max === undefined || compareVersions(min, max) <= 0,
  )
  .filter((bounds) => Object.keys(bounds).length > 0);

const when: fc.Arbitrary<RuleCondition> = fc
  .record(
    {
      country: some('DE', 'AT', 'us'),
      language: some('de', 'de-AT', 'en', 'pt-BR'),
      platform: some('ios' as const, 'android' as const, 'desktop' as const),
      osVersion: range,
      device: some('mobile' as const, 'tablet' as const, 'ipad' as const),
      app: some('TikTok' as const, 'Facebook' as const),
      referrer: some('a.example', '*.a.example', 'x.a.example'),
      query: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom(null, '1', '2'), {
        minKeys: 1,
      }),
      from: fc.integer({ min: -5, max: 5 }).map(iso),
      to: fc.integer({ min: 1, max: 9 }).map(iso),
      weekdays: some(1, 3, 7),
      hours: some(11, 12, 13),
      appBuild: range,
    },
    { requiredKeys: [] },
  )
  // Few keys, so that rules meet.
  .chain((all) =>
    fc
      .subarray(Object.keys(all) as (keyof typeof all)[], { maxLength: 2 })
      .map((keys) => Object.fromEntries(keys.map((key) => [key, all[key]])) as RuleCondition),
  );

const facts: fc.Arbitrary<RouteFacts> = fc.record({
  visitor: fc.record({
    platform: fc.constantFrom('ios' as const, 'android' as const, 'desktop' as const),
    device: fc.constantFrom('mobile' as const, 'tablet' as const, 'desktop' as const),
    os: fc.option(fc.record({ name: fc.constant('any'), version: fc.option(version) })),
    webview: fc.constantFrom(null, 'TikTok', 'Facebook'),
    crawler: fc.constant(null),
  }),
  country: fc.constantFrom(null, 'DE', 'AT', 'US'),
  hash: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  language: fc.constantFrom(null, 'de', 'de-AT', 'DE-ch', 'en-US', 'pt'),
  referrer: fc.constantFrom(null, 'a.example', 'x.a.example', 'b.example'),
  query: fc.constantFrom('', 'a=1', 'a=2&b=', 'b=1&a=1', 'c=1'),
  at: fc.integer({ min: -40, max: 40 }).map((hours) => NOW + hours * HOUR + 1),
  timeZone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'),
  appBuild: fc.option(version),
});

const to = { fallbackUrl: 'https://example.com/' };
const linkOf = (rules: NamedRule[] | null, variants: Ruled['variants'] = null): Ruled => ({
  id: '019a1b2c-3d4e-7f00-8abc-0123456789ab',
  rules,
  variants,
});
const rulesOf = (conditions: readonly RuleCondition[]) =>
  storedRules(conditions.map((condition) => ({ when: condition, to }))) ?? [];
const conditions = fc.array(when, { minLength: 1, maxLength: 8 });
const nameOf = (link: Ruled, seen: RouteFacts) => chooseRoute(link, seen)?.name ?? null;

describe('the choice of a rule', () => {
  test('is that of the first one that would be chosen alone', () => {
    fc.assert(
      fc.property(conditions, facts, (list, seen) => {
        const rules = rulesOf(list);
        const first = rules.find((rule) => nameOf(linkOf([rule]), seen) !== null);
        assert.equal(nameOf(linkOf(rules), seen), first?.name ?? null);
      }),
      { numRuns: 2000 },
    );
  });

  test('holds a condition exactly if each of its keys holds alone, and each list if one of its values does', () => {
    fc.assert(
      fc.property(when, facts, (condition, seen) => {
        const holds = (each: RuleCondition) => nameOf(linkOf(rulesOf([each])), seen) !== null;
        const keys = Object.entries(condition);
        assert.equal(
          holds(condition),
          keys.every(([key, value]) => holds({ [key]: value })),
        );
        for (const [key, value] of keys) {
          if (!Array.isArray(value)) continue;
          assert.equal(
            holds({ [key]: value }),
            value.some((one: unknown) => holds({ [key]: [one] })),
          );
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('is pure: neither repetition, nor another link in between, nor a copy of the link changes it', () => {
    fc.assert(
      fc.property(conditions, conditions, facts, (list, others, seen) => {
        const link = linkOf(rulesOf(list));
        const before = nameOf(link, seen);
        nameOf(linkOf(rulesOf(others)), seen);
        assert.equal(nameOf(link, seen), before);
        assert.equal(nameOf(structuredClone(link), structuredClone(seen)), before);
      }),
    );
  });

  test('of a range is never that of a version or build that does not begin with a number', () => {
    const text = fc.constantFrom('', 'abc', 'beta 3', '-1', 'x17', '.5');
    fc.assert(
      fc.property(range, facts, text, (bounds, seen, version) => {
        const visitor = { ...seen.visitor, os: { name: 'any', version } };
        const named = { ...seen, visitor, appBuild: version };
        assert.equal(nameOf(linkOf(rulesOf([{ osVersion: bounds }])), named), null);
        assert.equal(nameOf(linkOf(rulesOf([{ appBuild: bounds }])), named), null);
      }),
    );
  });

  test('never falls on a rule that is said never to be reached, and falls on both of two that overlap', () => {
    fc.assert(
      fc.property(conditions, fc.array(facts, { minLength: 20, maxLength: 20 }), (list, people) => {
        const rules = rulesOf(list);
        const notes = noteRules({ rules, variants: null }, NOW);
        const never = new Set(
          notes.flatMap(({ rule, code }) => (code === 'never_reached' ? rule : [])),
        );
        const noted = new Set(notes.map(({ rule }) => rule));
        for (const seen of people) {
          const chosen = nameOf(linkOf(rules), seen);
          assert.ok(chosen === null || !never.has(chosen), `${chosen} was reached`);
          const fitting = rules.filter((rule) => nameOf(linkOf([rule]), seen) !== null);
          for (const { name } of fitting.slice(1)) assert.ok(noted.has(name), `${name} overlaps`);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('gives each visitor one variant, in the shares that were set, and moves nobody between the others if one grows', () => {
    const visitors = Array.from({ length: 4000 }, (_, n) => String((n + 1) * 7_919_333));
    const variants = (shares: readonly number[]) =>
      shares.map((share, n) => ({ name: 'ABCDE'[n]!, share, to }));
    const seen = fc.sample(facts, 1)[0]!;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 98 }), (first) => {
        const before = linkOf(null, variants([first, 99 - first, 1]));
        const after = linkOf(
          null,
          variants([first + 1, 98 - first || 1, 98 - first === 0 ? 0 : 1]),
        );
        const counts = new Map<string, number>();
        for (const hash of visitors) {
          const name = nameOf(before, { ...seen, hash }) ?? '';
          counts.set(name, (counts.get(name) ?? 0) + 1);
          if (name === 'A') assert.equal(nameOf(after, { ...seen, hash }), 'A');
        }
        // Seven standard deviations.
        const expected = (visitors.length * first) / 100;
        const off = Math.abs((counts.get('A') ?? 0) - expected);
        assert.ok(off <= 7 * Math.sqrt(expected * (1 - first / 100)) + 1, `${first} %: ${off} off`);
      }),
      { numRuns: 20 },
    );
  });

  test('draws a share anew for each rule, so that shares after each other are not the same people', () => {
    const share = 50;
    const link = linkOf([
      { name: 'One', when: { share }, to },
      { name: 'Two', when: { share }, to },
    ]);
    const seen = fc.sample(facts, 1)[0]!;
    const counts = new Map<string | null, number>();
    for (let n = 0; n < 10_000; n += 1) {
      const name = nameOf(link, { ...seen, hash: String(n * 104_729 + 17) });
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const [name, expected] of [
      ['One', 5000],
      ['Two', 2500],
      [null, 2500],
    ] as const) {
      const off = Math.abs((counts.get(name) ?? 0) - expected);
      assert.ok(off < 350, `${name}: ${counts.get(name)}`);
    }
  });
});
