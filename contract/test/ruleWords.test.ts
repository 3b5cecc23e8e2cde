import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RuleCondition } from '../src/rules.ts';
import {
  conditionSentence,
  routeSentences,
  ruleSentence,
  targetWords,
  variantSentence,
} from '../src/ruleWords.ts';

const ZONE = 'Europe/Vienna';

/** A condition, and how it is said after “If the visitor”. */
const SAID: readonly (readonly [RuleCondition, string])[] = [
  [{ country: ['DE', 'at'] }, 'is in Germany or Austria'],
  [{ language: ['de', 'pt-BR'] }, 'prefers German or Brazilian Portuguese'],
  [{ platform: ['ios', 'android'] }, 'uses iOS or Android'],
  [{ platform: ['ios'], device: ['mobile'] }, 'uses an iPhone'],
  [{ platform: ['ios'], device: ['mobile', 'ipad'] }, 'uses iOS and uses a phone or an iPad'],
  [{ device: ['ipad'] }, 'uses an iPad'],
  [{ osVersion: { min: '17' } }, 'has system version 17 or later'],
  [{ osVersion: { max: '16.4' } }, 'has system version 16.4 or earlier'],
  [{ appBuild: { min: '120', max: '180' } }, 'has app build 120 to 180'],
  [{ appBuild: { min: '120', max: '120' } }, 'has app build 120'],
  [{ app: ['TikTok', 'Unknown app'] }, 'taps inside TikTok or an unknown app'],
  [{ referrer: ['*.example.com'] }, 'comes from *.example.com'],
  [{ query: { utm_source: 'mail', ref: null } }, 'brings utm_source=mail and any ref'],
  [{ from: '2026-12-01T07:00:00Z' }, `comes from 1 December 2026, 8:00 on (${ZONE} time)`],
  [
    { from: '2026-07-01T22:00:00Z', to: '2026-12-24T17:30:00Z' },
    `comes from 2 July 2026, 0:00 until 24 December 2026, 18:30 (${ZONE} time)`,
  ],
  [
    { weekdays: [5, 1, 2, 3, 4, 7], hours: [9, 10, 11, 14] },
    `comes on Monday to Friday or Sunday between 9:00 and 12:00 or 14:00 and 15:00 (${ZONE} time)`,
  ],
  [{ hours: [23, 0, 1, 22] }, `comes between 22:00 and 2:00 (${ZONE} time)`],
  [{ hours: [0, 23, 12] }, `comes between 12:00 and 13:00 or 23:00 and 1:00 (${ZONE} time)`],
  [{ share: 12.5 }, 'is among 12.5% drawn at random'],
  [
    { country: ['DE'], platform: ['ios'], device: ['mobile'], share: 20 },
    'is in Germany, uses an iPhone and is among 20% drawn at random',
  ],
];

describe('rules in words', () => {
  for (const [when, said] of SAID) {
    test(said, () => {
      assert.equal(conditionSentence(when, ZONE), `If the visitor ${said}`);
    });
  }

  test('a rule without a condition is for everybody', () => {
    assert.equal(
      ruleSentence({ when: {}, to: { update: true } }, ZONE),
      'Every visitor → the update of the app',
    );
  });

  test('a long list is said by its beginning', () => {
    const country = ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB', 'IT'];
    assert.equal(
      conditionSentence({ country }, ZONE),
      'If the visitor is in Austria, Belgium, Switzerland, Germany, Spain, France or 2 more',
    );
    // The last one takes no more room than “1 more”.
    assert.match(conditionSentence({ country: country.slice(0, 7) }, ZONE), /or United Kingdom$/);
  });

  test('targets are destinations, another link, or the update of the app', () => {
    assert.equal(targetWords({ slug: 'summer' }), 'the link “summer”');
    assert.equal(
      targetWords({ fallbackUrl: 'https://example.com/', iosUrl: 'https://example.com/i' }),
      'https://example.com/; iPhone and iPad: https://example.com/i',
    );
    assert.equal(
      variantSentence({ name: 'A', share: 33.34, to: {} }),
      '33.34% get “A” → where the link leads',
    );
  });

  test('a link is said whole: its rules, then its variants or what everybody else gets', () => {
    const rules = [{ when: { country: ['DE'] }, to: { fallbackUrl: 'https://example.com/de' } }];
    const link = { fallbackUrl: 'https://example.com/', iosUrl: null };
    const rule = 'If the visitor is in Germany → https://example.com/de';
    assert.deepEqual(routeSentences({ ...link, rules, variants: null }, ZONE), [
      rule,
      'Everybody else → https://example.com/',
    ]);
    const variants = [
      { name: 'A', share: 50, to: {} },
      { name: 'B', share: 50, to: { slug: 'new' } },
    ];
    assert.deepEqual(routeSentences({ ...link, rules, variants }, ZONE), [
      rule,
      '50% get “A” → where the link leads',
      '50% get “B” → the link “new”',
    ]);
    assert.deepEqual(routeSentences({ rules: [] }, ZONE), [
      'Everybody → the default of the project',
    ]);
  });
});
