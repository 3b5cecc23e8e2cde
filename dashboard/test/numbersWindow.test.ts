import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isRunning,
  type NumbersWindow,
  queryOf,
  queryOfComparison,
  queryOfHours,
  readNumbersWindow,
  SPANS,
  TIME_ZONE,
} from '../src/numbers/numbersWindow.ts';

const HOUR_MS = 3_600_000;
/** A moment by the clock of this machine, whatever its zone. */
const local = (text: string) => new Date(text);
const iso = (text: string) => local(text).toISOString();
const days = (...starts: string[]) =>
  starts.map((start) => ({
    at: iso(`${start}T00:00:00`),
    clicks: 1,
    previews: 0,
    bots: 0,
    opens: 0,
    installs: 0,
    returningUsers: 0,
    attributedClicks: 0,
  }));

test('a URL keeps a window that it names well, and no other', () => {
  const cases: [Record<string, unknown>, NumbersWindow][] = [
    [{}, {}],
    [
      { period: '7d', compare: 'year', tab: 'x' },
      { period: '7d', compare: 'year' },
    ],
    [{ period: '8d', compare: 'month' }, {}],
    [
      { period: '7d', from: '2026-03-01', to: '2026-03-05' },
      { from: '2026-03-01', to: '2026-03-05' },
    ],
    [{ from: '2026-03-05', to: '2026-03-01', compare: 'previous' }, { compare: 'previous' }],
    [{ period: '24h', from: '2026-03-01' }, { period: '24h' }],
    [{ from: '2026-13-01', to: '2026-13-05' }, {}],
    [{ from: 20260301, to: 20260305 }, {}],
  ];
  for (const [search, window] of cases) assert.deepEqual(readNumbersWindow(search), window);
});

test('own days are asked for whole, and until now where they reach today', () => {
  const window = { from: '2026-03-01', to: '2026-03-05' };
  const whole = { from: iso('2026-03-01T00:00:00'), timeZone: TIME_ZONE };
  assert.deepEqual(queryOf(window, local('2026-03-06T00:00:00')), {
    ...whole,
    to: iso('2026-03-06T00:00:00'),
  });
  assert.deepEqual(queryOf(window, local('2026-03-05T23:59:59')), whole);
  assert.deepEqual(queryOf({}), { period: '30d', timeZone: TIME_ZONE });
});

test('before a month comes the month before, whole or up to the same time', () => {
  const compared = (from: string, to: string, ...starts: string[]) => {
    const numbers = { from: iso(from), to: iso(to), series: days(...starts) };
    const { from: begin, to: end } = queryOfComparison({ ...numbers, interval: 'day' }, 'previous');
    return [begin, end];
  };
  const march = ['2026-03-01', '2026-03-02'];
  assert.deepEqual(compared('2026-03-01T00:00:00', '2026-04-01T00:00:00', ...march), [
    iso('2026-02-01T00:00:00'),
    iso('2026-03-01T00:00:00'),
  ]);
  assert.deepEqual(compared('2026-03-01T00:00:00', '2026-03-02T15:20:00', ...march), [
    iso('2026-02-01T00:00:00'),
    iso('2026-02-02T15:20:00'),
  ]);
  assert.deepEqual(
    compared('2026-03-01T00:00:00', '2026-03-31T15:20:00', '2026-03-30', '2026-03-31'),
    [iso('2026-02-01T00:00:00'), iso('2026-02-28T15:20:00')],
    'February has no 31st',
  );
  assert.deepEqual(
    compared('2026-03-01T00:00:00', '2026-03-03T00:00:00', ...march),
    [iso('2026-02-27T00:00:00'), iso('2026-03-01T00:00:00')],
    'two days that are over are no month',
  );
});

test('days that are often wanted', () => {
  const now = local('2026-03-05T15:20:00');
  const spans = Object.fromEntries(SPANS.map(({ label, daysOf }) => [label, daysOf(now)]));
  assert.deepEqual(spans, {
    Today: { from: '2026-03-05', to: '2026-03-05' },
    Yesterday: { from: '2026-03-04', to: '2026-03-04' },
    'This month': { from: '2026-03-01', to: '2026-03-05' },
    'Last month': { from: '2026-02-01', to: '2026-02-28' },
    'This year': { from: '2026-01-01', to: '2026-03-05' },
    'Last year': { from: '2025-01-01', to: '2025-12-31' },
  });
});

test('hours are asked for of the last month at most, with time for the question to arrive', () => {
  const now = local('2026-05-10T12:00:00');
  const query = { timeZone: TIME_ZONE, interval: 'hour', limit: 1 };
  assert.deepEqual(queryOfHours({ period: '7d' }, now), { ...query, period: '7d' });
  const most = new Date(now.getTime() - 31 * 24 * HOUR_MS + HOUR_MS).toISOString();
  assert.deepEqual(queryOfHours({ period: '90d' }, now), { ...query, from: most });
  assert.deepEqual(queryOfHours({ from: '2026-01-01', to: '2026-05-10' }, now), {
    ...query,
    from: most,
  });
  assert.deepEqual(queryOfHours({ from: '2026-05-01', to: '2026-05-02' }, now), {
    ...query,
    from: iso('2026-05-01T00:00:00'),
    to: iso('2026-05-03T00:00:00'),
  });
});

test('as many days or hours right before, or the same dates a year before', () => {
  const from = iso('2026-05-10T00:00:00');
  const byDay = {
    from,
    to: iso('2026-05-12T15:30:00'),
    interval: 'day' as const,
    series: days('2026-05-10', '2026-05-11', '2026-05-12'),
  };
  const query = { interval: 'day', timeZone: TIME_ZONE };
  assert.deepEqual(queryOfComparison(byDay, 'previous'), {
    ...query,
    from: iso('2026-05-07T00:00:00'),
    to: iso('2026-05-09T15:30:00'),
  });
  assert.deepEqual(queryOfComparison(byDay, 'year'), {
    ...query,
    from: iso('2025-05-10T00:00:00'),
    to: iso('2025-05-12T15:30:00'),
  });
  const byHour = { ...byDay, interval: 'hour' as const };
  assert.equal(
    queryOfComparison(byHour, 'previous').from,
    new Date(Date.parse(from) - 3 * HOUR_MS).toISOString(),
  );
});

test('a day is running until its midnight', () => {
  const totals = { ...days('2026-05-10')[0]!, uniqueVisitors: 1 };
  const ending = (to: string) => ({
    from: iso('2026-05-10T00:00:00'),
    to: iso(to),
    timeZone: TIME_ZONE,
    interval: 'day' as const,
    exactUntil: iso(to),
    totals,
    series: days('2026-05-10', '2026-05-11'),
    topValues: {
      devices: [],
      systems: [],
      browsers: [],
      countries: [],
      apps: [],
      referrers: [],
      sources: [],
      crawlers: [],
      languages: [],
      routes: [],
      placements: [],
      utmSources: [],
      utmMediums: [],
      utmCampaigns: [],
      utmTerms: [],
      utmContents: [],
    },
  });
  assert.equal(isRunning(ending('2026-05-11T23:59:59')), true);
  assert.equal(isRunning(ending('2026-05-12T00:00:00')), false);
  assert.equal(isRunning({ ...ending('2026-05-12T00:00:00'), series: [] }), false);
});
