import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatConfidence } from '@fairlead/contract/confidence';
import { CallError, messageOf, sentenceOf } from '../src/api/CallError.ts';
import { visitorName } from '../src/numbers/visitNames.ts';
import { percent } from '../src/parts/format.ts';
import { withScheme } from '../src/parts/form/webAddress.ts';
import {
  type Experiment,
  intervalText,
  liftText,
  rateText,
  verdictOf,
} from '../src/screens/links/results/verdict.ts';
import { slugOf } from '../src/screens/links/form/slugOf.ts';
import { readUtm, withUtm } from '../src/screens/links/form/utmParameters.ts';
import { inputInZone, momentInZone } from '../src/screens/links/rules/conditions/zonedTime.ts';
import { evenShares, sumOf } from '../src/screens/links/rules/shares.ts';

describe('withUtm', () => {
  for (const [url, value, result] of [
    ['https://a.example', 'mail', 'https://a.example?utm_source=mail'],
    [
      'https://a.example/x?b=%20+1#top',
      'ä b',
      'https://a.example/x?b=%20+1&utm_source=%C3%A4%20b#top',
    ],
    ['https://a.example/?utm_source=old&c', 'new', 'https://a.example/?utm_source=new&c'],
    ['https://a.example/?utm_source=a&utm_source=b', 'c', 'https://a.example/?utm_source=c'],
    ['https://a.example/?utm_source=old#x', '', 'https://a.example/#x'],
    ['https://a.example/?', '', 'https://a.example/'],
  ] as const) {
    test(`${url} with ${value}`, () => {
      assert.equal(withUtm(url, 'source', value), result);
      assert.equal(readUtm(result, 'source'), value);
    });
  }
});

describe('slugOf', () => {
  for (const [title, slug] of [
    ['Summer sale | Example Shop', 'summer-sale'],
    ['Crème brûlée – the recipe', 'creme-brulee'],
    ['Straße', 'strasse'],
    ["Anna's 10 best tents: a test", 'annas-10-best-tents'],
    ['A title that is a good deal longer than a poster allows', 'a-title-that-is-a-good-deal'],
    ['夏のセール', undefined],
    ['Ok', undefined],
    ['', undefined],
  ] as const) {
    test(`${title} → ${slug ?? 'none'}`, () => assert.equal(slugOf(title), slug));
  }
});

describe('withScheme', () => {
  for (const [typed, meant] of [
    ['example.com', 'https://example.com'],
    [' example.com/summer?a=b#c ', 'https://example.com/summer?a=b#c'],
    ['example.com:8443/x', 'https://example.com:8443/x'],
    ['localhost:3000/x', 'localhost:3000/x'],
    ['https://example.com', 'https://example.com'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+4312345', 'tel:+4312345'],
    ['myapp://product/1', 'myapp://product/1'],
    ['com.example.app:/path', 'com.example.app:/path'],
    ['summer', 'summer'],
    ['not a page', 'not a page'],
    ['a@example.com', 'a@example.com'],
    ['', ''],
  ] as const) {
    test(`turns ${JSON.stringify(typed)} into ${JSON.stringify(meant)}`, () => {
      assert.equal(withScheme(typed), meant);
    });
  }
});

describe('messages of API errors', () => {
  const finding = { field: 'fallbackUrl', code: 'format', message: 'fallbackUrl must be a URL' };

  test('name a field by its label', () => {
    assert.equal(sentenceOf(finding), 'Destination must be a URL.');
  });

  test('name a nested field by its last part, and omit the name where there is no field', () => {
    const nested = { field: 'ios.teamId', message: 'ios.teamId must be 10 letters' };
    assert.equal(sentenceOf(nested), 'Team ID must be 10 letters.');
    assert.equal(
      sentenceOf({ field: '', message: 'The body is no object' }),
      'The body is no object.',
    );
  });

  test('join all findings of a call', () => {
    const errors = [
      { field: 'slug', code: 'taken', message: 'slug "a" is taken; choose another' },
      { field: 'name', code: 'too_long', message: 'name is too long' },
    ] as const;
    const error = new CallError({ status: 400, messages: [], errors });
    assert.equal(messageOf(error), 'Slug "a" is taken; choose another. Name is too long.');
  });
});

describe('percentages', () => {
  for (const [part, all, words] of [
    [0, 0, '–'],
    [0, 9, '0%'],
    [1, 1000, '<1%'],
    [999, 1000, '>99%'],
    [1000, 1000, '100%'],
    [27, 439, '6%'],
  ] as const) {
    test(`${part} of ${all} is shown as ${words}`, () => assert.equal(percent(part, all), words));
  }

  test('confidence is rounded down and never shown as 100%', () => {
    assert.equal(formatConfidence(1), '99.9%');
    assert.equal(formatConfidence(0.9996), '99.9%');
    assert.equal(formatConfidence(0.98765), '98.7%');
  });
});

describe('visitorName', () => {
  const unknown = { device: 'other', os: null, browser: null, app: null, source: 'link' } as const;
  for (const [visit, name] of [
    [{ ...unknown, kind: 'preview', app: 'Googlebot' }, 'Google'],
    [{ ...unknown, kind: 'bot', app: 'embedded' }, 'Image, frame or script of another page'],
    [{ ...unknown, kind: 'bot' }, 'Unknown bot'],
    [{ ...unknown, kind: 'click' }, 'Unknown device'],
    [{ ...unknown, kind: 'click', source: 'app' }, 'Your app'],
    [{ ...unknown, kind: 'click', device: 'mobile', os: 'iOS', app: 'WhatsApp' }, 'Mobile · iOS'],
  ] as const) {
    test(`can be ${name}`, () => assert.equal(visitorName(visit), name));
  }
});

describe('the verdict of an experiment', () => {
  const arm = {
    share: 50,
    people: 1000,
    conversions: 100,
    rate: 0.1,
    lift: null,
    interval: null,
    p: null,
  };
  const experiment = {
    sampleRatio: { p: 0.5, state: 'ok' },
    state: 'difference',
    arms: [
      { ...arm, name: 'A' },
      { ...arm, name: 'B' },
    ],
    winner: null,
  } as const satisfies Experiment;
  for (const [differs, title] of [
    [{ state: 'withheld' }, 'No verdict: people are not being assigned by the shares you set'],
    [{ state: 'tooFew' }, 'No verdict yet: the numbers are small'],
    [{ state: 'noDifference' }, 'No difference found so far'],
    [{}, 'At least one variant differs from “A”'],
    [{ winner: 'B' }, '“B” is better than every other variant'],
  ] as const) {
    test(title, () => {
      assert.equal(
        verdictOf({ ...experiment, ...differs, arms: [...experiment.arms] }).title,
        title,
      );
    });
  }

  test('is shown with its rates, lifts and intervals', () => {
    assert.deepEqual([rateText(0.1234), rateText(null)], ['12.34%', '–']);
    assert.deepEqual([liftText(0.2), liftText(-0.05)], ['+20%', '-5%']);
    assert.equal(intervalText([-0.01, 0.0234]), '-1 to +2.34');
  });
});

describe('shares', () => {
  for (const [count, shares] of [
    [2, [50, 50]],
    [3, [33.34, 33.33, 33.33]],
    [5, [20, 20, 20, 20, 20]],
  ] as const) {
    test(`of ${count} variants are even and add up to 100`, () => {
      const even = evenShares(count);
      assert.deepEqual(even, shares);
      assert.equal(sumOf(even.map((share) => ({ share }))), 100);
    });
  }
});

describe('times in the time zone of the project', () => {
  for (const [typed, moment] of [
    ['2026-07-01T18:30', '2026-07-01T16:30:00.000Z'],
    ['2026-12-01T00:00', '2026-11-30T23:00:00.000Z'],
    // The night in which the clock goes forward at 2:00.
    ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  ] as const) {
    test(`${typed} is ${moment}, and back`, () => {
      assert.equal(momentInZone(typed, 'Europe/Vienna'), moment);
      assert.equal(inputInZone(moment, 'Europe/Vienna'), typed);
    });
  }
});
