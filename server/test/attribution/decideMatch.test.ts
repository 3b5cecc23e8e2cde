import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decideMatch, MAX_CANDIDATES } from '#apps/attribution/matching/decideMatch.ts';
import type { Candidate, MatchDecision } from '#apps/attribution/matching/decideMatch.ts';
import { explainReceipt } from '#apps/attribution/explainReceipt.ts';
import { emptyDetails } from '#apps/attribution/matching/matchInstall.ts';
import { describeDecision } from '#apps/attribution/matching/MatchReceipt.ts';
import {
  readLanguageTag,
  readModel,
  readModelFamily,
  readScreen,
} from '#apps/attribution/matching/PhoneSignals.ts';
import { readTimeZone, type PhoneSignals } from '#apps/attribution/matching/PhoneSignals.ts';
import { newId } from '#platform/lib/uuid.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

const PHONE: PhoneSignals = {
  osMajor: 18,
  model: 'iphone',
  screen: '393x852',
  timeZone: 'Europe/Vienna',
  language: 'de-at',
};
const open = { os: 'ios', signals: PHONE, at: new Date(NOW), windowMinutes: 60 } as const;

function click(change: Partial<Candidate> = {}, signals: Partial<PhoneSignals> = {}): Candidate {
  const clickedAt = change.clickedAt ?? new Date(NOW - MINUTE);
  return {
    clickId: newId(clickedAt.getTime()),
    linkKey: 1,
    linkId: '',
    domainId: '',
    slug: '',
    forwarded: null,
    os: 'ios',
    used: false,
    ...change,
    clickedAt,
    signals: { ...PHONE, ...signals },
  };
}

/** Phones of other people at the address, told apart by their versions. */
function strangers(count: number): Candidate[] {
  return Array.from({ length: count }, (_, index) =>
    click({ linkKey: 100 + index }, { osMajor: 30 + index, screen: '375x667' }),
  );
}

suite('decideMatch', () => {
  const cases: [string, Candidate[], MatchDecision['reason']][] = [
    ['no click', [], 'no_click_from_this_address'],
    ['one matching click', [click()], 'matched'],
    ['one click of another system', [click({ os: 'android' })], 'no_click_of_this_system'],
    [
      'one click of a Mac without reported touch points',
      [click({ os: null })],
      'no_click_of_this_system',
    ],
    ['one used click', [click({ used: true })], 'clicks_used'],
    [
      'one click in another language, a minute ago',
      [click({}, { language: 'de-de' })],
      'signals_differ',
    ],
    ['one click from another screen', [click({}, { screen: '375x667' })], 'signals_differ'],
    [
      'one click without signals',
      [click({}, { osMajor: null, model: null, screen: null, timeZone: null, language: null })],
      'matched',
    ],
    ['two equal clicks on different links', [click(), click({ linkKey: 2 })], 'not_told_apart'],
    ['two equal clicks on one link', [click(), click()], 'matched'],
    [
      'two equal clicks on one link with different forwarded values',
      [click({ forwarded: 'a=1' }), click({ forwarded: 'a=2' })],
      'matched',
    ],
    [
      'a matching click beside one from another screen',
      [click(), click({ linkKey: 2 }, { screen: '375x667' })],
      'matched',
    ],
    ['a matching click among 200 others', [click(), ...strangers(200)], 'not_sure_enough'],
    [
      'more clicks than the maximum',
      Array.from({ length: MAX_CANDIDATES + 1 }, () => click()),
      'too_many_clicks',
    ],
  ];
  for (const [name, candidates, reason] of cases) {
    test(`${name} gives ${reason}`, () => {
      const decision = decideMatch(open, candidates);
      assert.equal(decision.reason, reason);
      assert.equal(decision.chosen !== null, reason === 'matched');
    });
  }

  test('time alone never distinguishes two clicks', () => {
    const old = click({ clickedAt: new Date(NOW - 50 * MINUTE) });
    const fresh = click({ linkKey: 2, clickedAt: new Date(NOW - 1000) });
    assert.equal(decideMatch(open, [fresh, old]).reason, 'not_told_apart');
  });

  test('timing counts beside signals: an old rival weighs less than a fresh one', () => {
    const fits = click();
    const rivalOf = (minutes: number) =>
      click(
        { linkKey: 2, clickedAt: new Date(NOW - minutes * MINUTE) },
        { screen: null, timeZone: null, language: 'de' },
      );
    const beside = (minutes: number) => decideMatch(open, [fits, rivalOf(minutes)]).confidence;
    assert.ok(beside(50) > beside(2));
  });

  test('a click older than the window is not chosen, and still competes', () => {
    const old = click({ linkKey: 2, clickedAt: new Date(NOW - 70 * MINUTE) });
    const stranger = click(
      { linkKey: 2, clickedAt: old.clickedAt },
      { screen: '375x667', osMajor: 17 },
    );
    const fresh = click({ clickedAt: new Date(NOW - 5 * MINUTE) });
    assert.equal(decideMatch(open, [old]).reason, 'no_click_from_this_address');
    assert.equal(decideMatch(open, [fresh, stranger]).reason, 'matched');
    const decision = decideMatch(open, [fresh, old]);
    assert.equal(decision.reason, 'not_told_apart');
    assert.equal(decision.runnerUp?.candidate.clickId, old.clickId);
    assert.equal(decision.clicksSeen, 1);
  });

  test('the newest of equal clicks is chosen', () => {
    const old = click({ clickedAt: new Date(NOW - 9 * MINUTE) });
    const fresh = click({ clickedAt: new Date(NOW - 3 * MINUTE) });
    assert.equal(decideMatch(open, [old, fresh]).chosen?.candidate.clickId, fresh.clickId);
  });

  test('a receipt rounds confidence down, so that no match looks more certain than it is', () => {
    const decision = decideMatch(open, [click()]);
    const told = (confidence: number) =>
      describeDecision({ ...decision, confidence }, PHONE).confidence;
    assert.deepEqual([told(0.99997), told(0.95999)], [0.9999, 0.9599]);
  });

  test("a receipt's text shows at most 99.9% and never rounds up to the required confidence", () => {
    const details = describeDecision(decideMatch(open, [click()]), PHONE);
    const lineOf = (confidence: number) => {
      const words = explainReceipt({
        id: '',
        installationId: null,
        createdAt: new Date(NOW),
        matchType: null,
        reason: 'not_sure_enough',
        clickId: null,
        linkKey: null,
        details: {
          ...emptyDetails({ matchingWindowMinutes: 60 }),
          ...details,
          confidence,
          otherPhones: 0.5,
        },
      });
      return words.find((line) => line.startsWith('Confidence'));
    };
    const rest = '(required 96.0%). Estimated other devices on this IP: 0.5.';
    assert.equal(lineOf(1), `Confidence 99.9% ${rest}`);
    assert.equal(lineOf(0.9996), `Confidence 99.9% ${rest}`);
    assert.equal(lineOf(0.9599), `Confidence 95.9% ${rest}`);
  });

  test('the order of the clicks does not matter', () => {
    const candidates = [click(), click({ linkKey: 2 }, { osMajor: 17 }), ...strangers(3)];
    const forwards = decideMatch(open, candidates);
    const backwards = decideMatch(open, candidates.toReversed());
    assert.deepEqual(forwards.chosen, backwards.chosen);
    assert.equal(forwards.confidence.toFixed(9), backwards.confidence.toFixed(9));
  });
});

suite('signals are normalized', () => {
  test('screens have the shorter side first', () => {
    assert.equal(readScreen('932x430'), '430x932');
    assert.equal(readScreen(' 392.72 X 850.9 '), '392x850');
    for (const wrong of ['', '0x0', 'wide', '1x1', null, undefined]) {
      assert.equal(readScreen(wrong), null);
    }
  });

  test('aliases of a time zone become one name', () => {
    assert.equal(readTimeZone('Asia/Calcutta'), readTimeZone('Asia/Kolkata'));
    for (const wrong of ['', 'Mars/Olympus', 'x'.repeat(99), null]) {
      assert.equal(readTimeZone(wrong), null);
    }
  });

  test('languages are BCP 47 in lower case', () => {
    assert.equal(readLanguageTag('pt_BR'), 'pt-br');
    assert.equal(readLanguageTag('zh-Hans-CN'), 'zh-hans-cn');
    for (const wrong of ['', 'de AT', '{}', 'x', null]) assert.equal(readLanguageTag(wrong), null);
  });

  test('models are reduced to what page and app both know', () => {
    assert.equal(readModel('ios', 'iPhone16,2'), 'iphone');
    assert.equal(readModel('ios', 'iPad'), 'ipad');
    assert.equal(readModel('ios', 'x86_64'), null);
    assert.equal(readModel('android', ' SM-S928B '), 'sm-s928b');
    assert.equal(readModel('android', ''), null);
  });

  test('a model family is the part before the number', () => {
    const families = ['iphone', 'pixel 9 pro', 'sm-s928b', 'sm-a546b', 'redmi note 12'];
    assert.deepEqual(families.map(readModelFamily), [
      'iphone',
      'pixel',
      'sm-s',
      'sm-a',
      'redmi note',
    ]);
    assert.deepEqual(['2201117tg', '', null].map(readModelFamily), [null, null, null]);
  });
});
