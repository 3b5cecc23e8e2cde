import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { operations } from '@fairlead/contract';
import type { Analytics, AnalyticsQuery } from '@fairlead/contract/operations/analytics';
import { expireClicks } from '../../src/analytics/expireClicks.ts';
import { inMerge } from '../../src/analytics/inMerge.ts';
import { keepDays } from '../../src/analytics/linkDays.ts';
import { mergeClicks } from '../../src/analytics/mergeClicks.ts';
import { sealClicks } from '../../src/analytics/sealClicks.ts';
import type { Click } from '../../src/clicks/Click.ts';
import { CLICK_KIND } from '../../src/clicks/Click.ts';
import { recordOpen } from '../../src/clicks/recordOpen.ts';
import type { Link } from '../../src/links/Link.ts';
import { makeExport } from '../support/makeExport.ts';
import { member, newProject, operator, statsOf, type TestProject } from '../support/personas.ts';
import { anonymous, anyProject } from '../support/personas.ts';
import { clickOn, type Sown, sowLinks } from '../support/population.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const SPAN = 25 * DAY;
/** Times at which clocks of the zones below are changed, and the days of a leap year. */
const STARTS = [
  '2025-09-25', // Lord Howe Island forward by half an hour
  '2025-10-20', // Europe, Cairo and America back, in Havana and Cairo over midnight
  '2026-03-01', // Havana forward at midnight; Europe
  '2026-03-30', // Lord Howe Island back; Santiago over midnight
  '2024-02-16',
].map((day) => Date.parse(day));
const START = STARTS[1]!;
const ZONES = [
  'UTC',
  'America/New_York',
  'Asia/Kathmandu',
  'Europe/Lisbon',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'Africa/Cairo',
  'Pacific/Apia',
];

/** After the start of a population. */
const moment = fc.integer({ min: 0, max: SPAN - 1 });
const word = (...words: string[]) => fc.option(fc.constantFrom(...words), { freq: 5 });
const clickOf = fc.record({
  link: fc.nat({ max: 3 }),
  at: moment,
  kind: fc.constantFrom(
    'click' as const,
    'click' as const,
    'click' as const,
    'preview' as const,
    'bot' as const,
  ),
  source: fc.constantFrom('link' as const, 'qr' as const, 'app' as const),
  device: word('mobile', 'desktop'),
  os: word('iOS', 'Android'),
  browser: word('Safari', 'Chrome'),
  country: word('PT', 'DE'),
  app: word('Instagram'),
  referrer: word('a.example', 'b.example', 'c.example'),
  visitor: fc.option(fc.integer({ min: 1, max: 9 }).map(String), { freq: 8 }),
  opened: fc.boolean(),
});
const batches = fc.array(
  fc.record({
    clicks: fc.array(clickOf, { minLength: 5, maxLength: 80 }),
    work: fc.constantFrom('nothing' as const, 'seal' as const, 'merge' as const, 'busy' as const),
  }),
  { minLength: 1, maxLength: 4 },
);
const window = fc.record({
  bounds: fc.tuple(moment, moment),
  timeZone: fc.constantFrom(...ZONES),
  interval: fc.constantFrom('hour' as const, 'day' as const),
  limit: fc.constantFrom(1, 2, 100),
});

async function sow(project: TestProject, count = 4): Promise<Sown[]> {
  return sowLinks(
    project,
    Array.from({ length: count }, (_, index) => ({
      name: null,
      slug: `s${index}`,
      externalId: null,
      fallbackUrl: null,
      type: 'unified' as const,
      createdAt: new Date(START),
    })),
  );
}

async function read(project: TestProject, query: AnalyticsQuery, link?: Sown): Promise<Analytics> {
  const params = { projectId: project.project.id };
  const reply = link
    ? await member(project)(operations.getLinkAnalytics, {
        params: { ...params, linkId: link.id },
        query,
      })
    : await member(project)(operations.getProjectAnalytics, { params, query });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body;
}

describe('analytics', () => {
  test('equal a naive recount, whatever the window, the zone and the merges', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...STARTS),
        batches,
        fc.array(window, { minLength: 4, maxLength: 4 }),
        async (start, parts, windows) => {
          const project = await newProject();
          const links = await sow(project);
          const clicks = await record(project, links, parts, start);
          for (const { bounds, ...rest } of windows) {
            const [from = 0, to = 0] = bounds.map((at) => start + at).toSorted((a, b) => a - b);
            const query = {
              ...rest,
              from: new Date(from).toISOString(),
              to: new Date(to).toISOString(),
            };
            for (const link of [undefined, links[1]]) {
              const own = clicks.filter(
                (click) =>
                  click.at >= from &&
                  click.at < to &&
                  (link === undefined || click.linkKey === link.key),
              );
              compare(await read(project, query, link), own, query);
            }
          }
        },
      ),
      { numRuns: 16 },
    );
  });

  test('an open long after its click counts when it happens, once', async () => {
    const project = await newProject();
    const [link] = await sow(project, 1);
    const { db, pool, ledger } = project.server.app;
    const click = clickOn(link!, { at: Date.now() - 10 * DAY });
    await ledger.record(click);
    await sealClicks(db);
    await mergeClicks(db);
    assert.equal(await recordOpen(pool, link as unknown as Link, click.id), true);
    assert.equal(await recordOpen(pool, link as unknown as Link, click.id), true);
    for (const merge of [false, true]) {
      if (merge) await mergeClicks(db);
      const { totals } = await read(project, { period: '24h' });
      assert.deepEqual([totals.opens, totals.clicks], [1, 0]);
      assert.equal((await statsOf(project, link!.id)).opens, 1);
    }
  });

  test('periods begin with the hour or the day they reach back to; 30 days without any', async () => {
    const project = await anyProject();
    const plain = await read(project, {});
    assert.equal(plain.timeZone, 'UTC');
    assert.equal(plain.interval, 'day');
    assert.match(plain.from, /T00:00:00\.000Z$/);
    const length = (Date.parse(plain.to) - Date.parse(plain.from)) / DAY;
    assert.ok(length >= 30 && length < 31, String(length));
    const day = await read(project, { period: '24h', timeZone: 'Asia/Kathmandu' });
    assert.equal(day.interval, 'hour');
    assert.match(day.from, /:15:00\.000Z$/);
    assert.equal(day.series.length, 25);
    assert.ok(Date.parse(day.exactUntil) <= Date.now() + 1000);
  });
});

async function record(
  { server }: TestProject,
  links: readonly Sown[],
  parts: readonly {
    readonly clicks: readonly (Partial<Click> & { readonly link: number })[];
    readonly work: 'nothing' | 'seal' | 'merge' | 'busy';
  }[],
  start: number,
): Promise<Click[]> {
  const { db, ledger } = server.app;
  const all: Click[] = [];
  for (const part of parts) {
    const clicks = part.clicks.map(({ link, at = 0, ...click }) =>
      clickOn(links[link]!, { ...click, at: start + at }),
    );
    await Promise.all(clicks.map((click) => ledger.record(click)));
    all.push(...clicks);
    if (part.work === 'seal') await sealClicks(db);
    if (part.work === 'merge') await mergeClicks(db);
    if (part.work === 'busy')
      await inMerge(db, { wait: true }, (trx) => keepDays(trx, links[1]!.key));
  }
  return all;
}

const FACTS = { clicks: 'click', previews: 'preview', bots: 'bot' } as const;
const LISTS = {
  devices: 'device',
  systems: 'os',
  browsers: 'browser',
  countries: 'country',
  apps: 'app',
  referrers: 'referrer',
  sources: 'source',
} as const;

function compare(found: Analytics, clicks: readonly Click[], query: AnalyticsQuery): void {
  const people = clicks.filter((click) => click.kind === 'click');
  for (const [fact, kind] of Object.entries(FACTS)) {
    const count = clicks.filter((click) => click.kind === kind).length;
    assert.equal(found.totals[fact as keyof typeof FACTS], count, fact);
  }
  assert.equal(found.totals.opens, clicks.filter((click) => click.opened).length);
  const seen = people.filter((click) => click.visitor !== null);
  const visitors = new Set(seen.map(({ at, visitor }) => `${Math.floor(at / DAY)} ${visitor}`));
  assert.equal(found.totals.uniqueVisitors, visitors.size);
  for (const [list, property] of Object.entries(LISTS)) {
    const ranked = rank(people, property);
    assert.deepEqual(found.tops[list as keyof typeof LISTS], ranked.slice(0, query.limit), list);
  }
  const previews = clicks.filter((click) => click.kind === 'preview');
  assert.deepEqual(found.tops.crawlers, rank(previews, 'app').slice(0, query.limit), 'crawlers');
  compareSeries(found, clicks, query);
}

function rank(clicks: readonly Click[], property: (typeof LISTS)[keyof typeof LISTS]) {
  const counts = new Map<string | null, number>();
  for (const click of clicks) {
    const name = click[property];
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, clicks: count }))
    .toSorted((a, b) => b.clicks - a.clicks || compareNames(a.name, b.name));
}

function compareNames(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

/** A point has the clicks that a calendar and a clock of the zone show under its own date and hour. */
function compareSeries(found: Analytics, clicks: readonly Click[], query: AnalyticsQuery): void {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: query.timeZone ?? 'UTC',
    dateStyle: 'short',
    ...(query.interval === 'hour' && { timeStyle: 'short', hourCycle: 'h23' }),
  });
  const label = (at: number) => {
    const text = format.format(at);
    return query.interval === 'hour' ? text.replace(/:\d\d.*$/, '') : text;
  };
  const expected = new Map<string, number>();
  for (const click of clicks) {
    const key = `${label(click.at)} ${CLICK_KIND[click.kind]}`;
    expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  const actual = new Map<string, number>();
  for (const point of found.series) {
    for (const [fact, kind] of Object.entries(FACTS)) {
      const count = point[fact as keyof typeof FACTS];
      const key = `${label(Date.parse(point.at))} ${CLICK_KIND[kind]}`;
      if (count > 0) actual.set(key, (actual.get(key) ?? 0) + count);
    }
  }
  assert.deepEqual(actual, expected);
  comparePoints(found, clicks);
  const times = found.series.map((point) => Date.parse(point.at));
  const step = query.interval === 'hour' ? HOUR : DAY;
  for (const [index, at] of times.slice(1).entries()) {
    assert.ok(Math.abs(at - times[index]! - step) <= HOUR, 'no hole in the series');
  }
}

/** A point counts from its own time to that of the next one, and the points add up to the totals. */
function comparePoints(found: Analytics, clicks: readonly Click[]): void {
  const { series, totals } = found;
  for (const [index, { at, ...point }] of series.entries()) {
    const next = series[index + 1];
    const own = clicks.filter(
      (click) => click.at >= Date.parse(at) && (!next || click.at < Date.parse(next.at)),
    );
    const count = (kind: string) => own.filter((click) => click.kind === kind).length;
    assert.deepEqual(
      [point.clicks, point.previews, point.bots, point.opens],
      [count('click'), count('preview'), count('bot'), own.filter((click) => click.opened).length],
      at,
    );
  }
  for (const fact of ['clicks', 'previews', 'bots', 'opens', 'installs'] as const) {
    const sum = series.reduce((all, point) => all + point[fact], 0);
    assert.equal(sum, totals[fact], fact);
  }
}

describe('retention', () => {
  test('raw rows go, what was counted stays, and lifetime numbers never shrink', async () => {
    const project = await newProject({ plan: 'pro' });
    const [link] = await sow(project, 1);
    const { db, ledger, plans } = project.server.app;
    const old = Date.now() - 500 * DAY;
    const clicks = [
      clickOn(link!, { at: old, os: 'iOS', opened: true, visitor: '1' }),
      clickOn(link!, { at: old + HOUR, os: 'iOS', visitor: '2' }),
      clickOn(link!, { at: old + HOUR, kind: 'bot' }),
      clickOn(link!, { at: Date.now() - DAY, os: 'Android' }),
    ];
    await Promise.all(clicks.map((click) => ledger.record(click)));
    const lifetime = async () => (await makeExport(project)).records[1];
    const before = [await lifetime(), await statsOf(project, link!.id)];
    const from = new Date(old - DAY).toISOString();
    await sealClicks(db);
    await mergeClicks(db);
    const window = await read(project, { from });
    await expireClicks(db, plans);
    const rows = await db
      .selectFrom('clicks')
      .select('id')
      .where('link_key', '=', link!.key)
      .execute();
    assert.deepEqual(rows, [{ id: clicks[3]!.id }]);
    assert.deepEqual([await lifetime(), await statsOf(project, link!.id)], before);
    const after = await read(project, { from });
    assert.deepEqual(after.totals, window.totals);
    assert.deepEqual(after.tops, window.tops);
    // A window counts the rows that are there.
    const [, row] = (await makeExport(project, { activeAfter: from })).records;
    assert.equal(row?.[5], '1');
    assert.deepEqual([await lifetime(), await statsOf(project, link!.id)], before);
    await expireClicks(db, plans);
    const call = await operator();
    assert.equal((await call(operations.rebuildAnalytics, {})).status, 200);
    assert.deepEqual([await lifetime(), await statsOf(project, link!.id)], before);
    assert.deepEqual((await read(project, { from })).totals, window.totals);
  });
});

describe('rebuildAnalytics', () => {
  test('200: counts anew what was wrong, and says how much', async () => {
    const project = await newProject();
    const [link] = await sow(project, 1);
    const { db, ledger } = project.server.app;
    for (const os of ['iOS', 'iOS', 'Android']) {
      await ledger.record(clickOn(link!, { at: START, os, visitor: '5', opened: true }));
    }
    await sealClicks(db);
    await mergeClicks(db);
    const window = { from: new Date(START).toISOString(), to: new Date(START + DAY).toISOString() };
    const right = [await statsOf(project, link!.id), await readBare(project, window)];
    const key = link!.key;
    // As when a judgement of bots has changed: these rows were people, and are not.
    await db.updateTable('link_counters').set({ clicks: 9 }).where('link_key', '=', key).execute();
    await db.deleteFrom('link_totals').where('link_key', '=', key).execute();
    await db.deleteFrom('project_rollups').where('project_id', '=', project.project.id).execute();
    const reply = await (await operator())(operations.rebuildAnalytics, {});
    assert.ok(reply.status === 200);
    assert.ok(reply.body.corrected >= 1 && reply.body.clicks >= 3);
    assert.deepEqual([await statsOf(project, link!.id), await readBare(project, window)], right);
    assert.equal((await makeExport(project)).records[1]?.[10], 'iOS');
  });

  test('401: everybody but the operator', async () => {
    const calls = [await anonymous('/api/v1'), member(await anyProject())];
    for (const call of calls)
      assert.equal((await call(operations.rebuildAnalytics, {})).status, 401);
  });
});

async function readBare(project: TestProject, query: AnalyticsQuery) {
  const { exactUntil: _, ...rest } = await read(project, query);
  return rest;
}

describe('refusals of analytics', () => {
  test('400: names the parameter and what it must be', async () => {
    const project = await anyProject();
    const [link] = await sow(await newProject(), 1);
    const queries: [Record<string, unknown>, RegExp][] = [
      [{ period: '1y' }, /period must be one of: 24h, 7d, 30d, 90d/],
      [{ from: 'then' }, /from must be an ISO 8601 time/],
      [{ timeZone: 'Mars/Olympus' }, /timeZone must be an IANA name/],
      [{ timeZone: '+01:00' }, /timeZone must be an IANA name/],
      [{ period: '90d', interval: 'hour' }, /at most 31 days/],
      [{ from: '1980-01-01T00:00:00Z' }, /3660 days apart/],
      [{ from: '1900-01-01T00:00:00Z' }, /from must be in the years 1970 to 9998/],
      [{ to: '9999-12-31T00:00:00Z' }, /to must be in the years 1970 to 9998/],
      [{ to: '9999-12-31T23:59:59-01:00' }, /to must be an ISO 8601 time/],
      [{ from: '2026-02-30T00:00:00Z' }, /from must be an ISO 8601 time/],
      [{ limit: 0 }, /limit must be 1 or more/],
    ];
    for (const [query, message] of queries) {
      const params = { projectId: project.project.id };
      const replies = [
        await member(project)(operations.getProjectAnalytics, {
          params,
          query,
        }),
      ];
      for (const reply of replies) {
        assert.equal(reply.status, 400);
        assert.match(JSON.stringify(reply.body), message);
      }
    }
    const params = { projectId: project.project.id, linkId: 'x' };
    assert.equal((await member(project)(operations.getLinkAnalytics, { params })).status, 400);
    const foreign = { projectId: project.project.id, linkId: link!.id };
    assert.equal(
      (await member(project)(operations.getLinkAnalytics, { params: foreign })).status,
      404,
    );
  });

  test("401: nobody. 404: somebody else's project", async () => {
    const [one, two] = [await anyProject(), await newProject()];
    const params = { projectId: two.project.id };
    const ofLink = { ...params, linkId: crypto.randomUUID() };
    const nobody = await anonymous('/api/v1');
    assert.equal((await nobody(operations.getProjectAnalytics, { params })).status, 401);
    assert.equal((await nobody(operations.getLinkAnalytics, { params: ofLink })).status, 401);
    assert.equal((await member(one)(operations.getProjectAnalytics, { params })).status, 404);
    assert.equal((await member(one)(operations.getLinkAnalytics, { params: ofLink })).status, 404);
  });
});
