import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  MatchMethod,
  MatchReason,
  ReceiptDetails,
  TriedMethod,
} from '#apps/attribution/matching/MatchReceipt.ts';
import { summarizeReceipt } from '#apps/attribution/summarizeReceipt.ts';

const METHODS: Record<MatchMethod, true> = {
  clickId: true,
  clipboard: true,
  deepLink: true,
  signals: true,
  testCode: true,
};
const OUTCOMES: Record<TriedMethod['outcome'], true> = {
  matched: true,
  noMatch: true,
  notTried: true,
};
const REASONS: Record<MatchReason, true> = {
  matched: true,
  test: true,
  click_unknown: true,
  click_of_other_system: true,
  click_of_other_model: true,
  click_used: true,
  link_deleted: true,
  matching_off: true,
  no_consent: true,
  system_unknown: true,
  installation_matched: true,
  no_click_from_this_address: true,
  no_click_of_this_system: true,
  clicks_used: true,
  signals_differ: true,
  not_told_apart: true,
  not_sure_enough: true,
  too_many_clicks: true,
};
const keysOf = <K extends string>(record: Record<K, true>) => Object.keys(record) as K[];

const UUID = '01a1feb8-72f0-7676-9000-d45831632c90';
const link = { clickId: UUID, linkId: UUID, slug: 'summer' };

function detailsOf(change: Partial<ReceiptDetails>): ReceiptDetails {
  return {
    methods: [],
    delivered: link,
    test: { linkId: UUID, slug: 'summer' },
    credited: null,
    referrers: null,
    windowMinutes: 60,
    requiredConfidence: 0.96,
    confidence: 0.9937,
    otherPhones: 0.5,
    clicksSeen: 1,
    candidates: [],
    runnerUp: UUID,
    ...change,
  };
}

const candidate = (slug: string, bits: number) => ({
  ...link,
  slug,
  bits,
  clickedAt: '2026-11-21T15:27:43.344Z',
  chosen: false,
  signals: [],
});

const summaryOf = (reason: MatchReason, change: Partial<ReceiptDetails>) =>
  summarizeReceipt({ reason, details: detailsOf(change) });
const tried = (method: MatchMethod, outcome: TriedMethod['outcome'] = 'matched'): TriedMethod => ({
  method,
  outcome,
  reason: 'matched',
});

describe('the sentence of a receipt', () => {
  test('exists for every method, outcome, reason and credit, without ids or names of fields', () => {
    const credits = [null, { ...link, as: 'install' }, { ...link, as: 'returning' }] as const;
    for (const reason of keysOf(REASONS)) {
      for (const methods of [
        [],
        ...keysOf(METHODS).flatMap((method) =>
          keysOf(OUTCOMES).map((outcome) => [tried(method, outcome)]),
        ),
      ]) {
        for (const credited of credits) {
          const sentence = summaryOf(reason, { methods, credited });
          const begins = reason === 'test' ? 'This is a test' : reason === 'matched' ? 'Yes' : 'No';
          assert.match(sentence, new RegExp(`^${begins}[:,] [^.]+(?:\\d\\.\\d[^.]+)?\\.$`));
          assert.doesNotMatch(sentence, /[\da-f]{8}-[\da-f]{4}-/);
          assert.doesNotMatch(sentence.replaceAll(/iP(?:hone|ad)/g, ''), /[a-z](?:_[a-z]|[A-Z])/);
          assert.doesNotMatch(sentence, /undefined|null|NaN|function/);
        }
      }
    }
  });

  test('differs for every reason, and for every method that led to a link or named a tap', () => {
    const bySignals = { methods: [tried('signals')] };
    const reasons = keysOf(REASONS).map((reason) => summaryOf(reason, bySignals));
    assert.equal(new Set(reasons).size, reasons.length);
    const ways = keysOf(METHODS).map((method) =>
      summaryOf('matched', { methods: [tried(method)] }),
    );
    assert.equal(new Set(ways).size, ways.length);
    const named = (['clickId', 'clipboard'] as const).map((method) =>
      summaryOf('click_used', { methods: [tried(method, 'noMatch')] }),
    );
    assert.equal(new Set(named).size, named.length);
  });

  for (const [reason, change, sentence] of [
    [
      'matched',
      { methods: [tried('clickId')], credited: { ...link, as: 'install' } },
      'Yes: this install came from the link "summer", because Google Play named the tap that led to the app.',
    ],
    [
      'matched',
      { methods: [tried('signals')], credited: { ...link, as: 'returning' } },
      'Yes, with 99.3% confidence: this returning user came from the link "summer", because a phone like this one had tapped it from the same network.',
    ],
    [
      'no_click_from_this_address',
      { methods: [tried('signals', 'noMatch')] },
      'No: this install is not credited to any link, because nobody had tapped one of your links from the same network in the 60 minutes before.',
    ],
    [
      'not_told_apart',
      { candidates: [candidate('summer', 5), candidate('summer', 5), candidate('winter', 5)] },
      'No: this install is not credited to any link, because taps on the links "summer" and "winter" from the same network fit equally well.',
    ],
    [
      'not_told_apart',
      { candidates: [candidate('a', 5), candidate('b', 4), candidate('c', 3), candidate('d', 1)] },
      'No: this install is not credited to any link, because taps on the links "a" and "b" and others from the same network fit almost equally well.',
    ],
    [
      'not_told_apart',
      { candidates: [candidate('summer', 5)] },
      'No: this install is not credited to any link, because taps on several links from the same network fit equally well.',
    ],
  ] as const) {
    test(`reads: ${sentence}`, () => assert.equal(summaryOf(reason, change), sentence));
  }
});
