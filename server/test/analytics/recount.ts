import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { operations } from '@fairlead/contract';
import type { Analytics, AnalyticsQuery } from '@fairlead/contract/operations/analytics';
import { rollUpDays } from '#visits/postgres/rollUpDays.ts';
import { rebuildCounters } from '#visits/postgres/rebuildCounters.ts';
import type { Click } from '#visits/clicks/facts/Click.ts';
import { CLICK_KIND } from '#visits/clicks/facts/Click.ts';
import { member, type TestProject } from '../support/callers/personas.ts';
import {
  clickOn,
  type Credit,
  type Sown,
  sowCredits,
  sowLinks,
} from '../support/callers/population.ts';

export const HOUR = 3600 * 1000;
export const DAY = 24 * HOUR;
const SPAN = 25 * DAY;
/** Times at which clocks of the zones below are changed. */
export const STARTS = [
  '2025-09-25', // Lord Howe Island forward by half an hour
  '2025-10-20', // Europe, Cairo and America back, in Havana and Cairo over midnight
  '2026-03-01', // Havana forward at midnight; Europe
  '2026-03-30', // Lord Howe Island back; Santiago over midnight
].map((day) => Date.parse(day));
export const START = STARTS[1]!;
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
const QUARTER = HOUR / 4;
const edge = fc
  .tuple(fc.integer({ min: 1, max: SPAN / QUARTER }), fc.constantFrom(1, 300, QUARTER))
  .map(([quarter, before]) => quarter * QUARTER - before);
const moment = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: SPAN - 1 }) },
  { weight: 1, arbitrary: edge },
);
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
const creditOf = fc.record({
  link: fc.nat({ max: 3 }),
  at: moment,
  kind: fc.constantFrom('install' as const, 'returning' as const, 'click' as const),
});
export const batches = fc.array(
  fc.record({
    clicks: fc.array(clickOf, { minLength: 5, maxLength: 80 }),
    credits: fc.array(creditOf, { maxLength: 8 }),
    work: fc.constantFrom(
      'nothing' as const,
      'count' as const,
      'busy' as const,
      'rebuild' as const,
    ),
  }),
  { minLength: 1, maxLength: 4 },
);
export const window = fc.record({
  bounds: fc.tuple(moment, moment),
  timeZone: fc.constantFrom(...ZONES),
  interval: fc.constantFrom('hour' as const, 'day' as const),
  limit: fc.constantFrom(1, 2, 100),
});

export async function sow(project: TestProject, count = 4): Promise<Sown[]> {
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

export async function read(
  project: TestProject,
  query: AnalyticsQuery,
  link?: Sown,
): Promise<Analytics> {
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

/** Everything that has happened to the links of a project. */
export interface Population {
  readonly clicks: readonly Click[];
  readonly credits: readonly Credit[];
}

const NOBODY: Population = { clicks: [], credits: [] };

export function together(one: Population, other: Population): Population {
  return {
    clicks: [...one.clicks, ...other.clicks],
    credits: [...one.credits, ...other.credits],
  };
}

/** What lies in a half-open window, of one link or of all. */
export function within(
  { clicks, credits }: Population,
  { from, to }: { readonly from: number; readonly to: number },
  link?: Pick<Sown, 'key'>,
): Population {
  const isIn = (fact: { readonly at: number; readonly linkKey: number }) =>
    fact.at >= from && fact.at < to && (link === undefined || fact.linkKey === link.key);
  return { clicks: clicks.filter(isIn), credits: credits.filter(isIn) };
}

type Batch = typeof batches extends fc.Arbitrary<(infer B)[]> ? B : never;

/** Writes batches, their times after `start`, and works in the background after each. */
export async function record(
  project: TestProject,
  links: readonly Sown[],
  parts: readonly Batch[],
  start: number,
): Promise<Population> {
  const { db, ledger } = project.server.app;
  let all = NOBODY;
  for (const part of parts) {
    const clicks = part.clicks.map(({ link, at, ...click }) =>
      clickOn(links[link]!, { ...click, at: start + at }),
    );
    const credits = part.credits.map(({ link, at, kind }) => ({
      linkKey: links[link]!.key,
      at: start + at,
      kind,
    }));
    await Promise.all(clicks.map((click) => ledger.record(click)));
    if (part.work !== 'nothing') await ledger.loaded();
    await sowCredits(project, credits);
    all = together(all, { clicks, credits });
    if (part.work === 'count') await rollUpDays(db);
    if (part.work === 'rebuild') await rebuildCounters(db);
    if (part.work === 'busy') await rollUpDays(db, { busyClicks: 10 });
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

const CREDITS = {
  installs: 'install',
  returningUsers: 'returning',
  attributedClicks: 'click',
} as const;

export function compare(found: Analytics, population: Population, query: AnalyticsQuery): void {
  const { clicks, credits } = population;
  for (const [fact, kind] of Object.entries(CREDITS)) {
    const count = credits.filter((credit) => credit.kind === kind).length;
    assert.equal(found.totals[fact as keyof typeof CREDITS], count, fact);
  }
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
    assert.deepEqual(
      found.topValues[list as keyof typeof LISTS],
      ranked.slice(0, query.limit),
      list,
    );
  }
  const previews = clicks.filter((click) => click.kind === 'preview');
  assert.deepEqual(
    found.topValues.crawlers,
    rank(previews, 'app').slice(0, query.limit),
    'crawlers',
  );
  compareSeries(found, clicks, query);
  comparePoints(found, population);
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
  const times = found.series.map((point) => Date.parse(point.at));
  const step = query.interval === 'hour' ? HOUR : DAY;
  for (const [index, at] of times.slice(1).entries()) {
    assert.ok(Math.abs(at - times[index]! - step) <= HOUR, 'no hole in the series');
  }
}

/** A point counts from its own time to that of the next one, and the points add up to the totals. */
function comparePoints({ series, totals }: Analytics, population: Population): void {
  for (const [index, { at, ...point }] of series.entries()) {
    const to = series[index + 1]?.at;
    const bounds = { from: Date.parse(at), to: to === undefined ? Infinity : Date.parse(to) };
    assert.deepEqual(point, countAll(within(population, bounds)), at);
  }
  for (const fact of Object.keys(countAll(population)) as (keyof ReturnType<typeof countAll>)[]) {
    const sum = series.reduce((all, point) => all + point[fact], 0);
    assert.equal(sum, totals[fact], fact);
  }
}

/** The facts of a point, counted one by one. */
export function countAll({ clicks, credits }: Population) {
  const of = (kind: string) =>
    [...clicks, ...credits.map((credit) => ({ kind: `credit ${credit.kind}` }))].filter(
      (fact) => fact.kind === kind,
    ).length;
  return {
    clicks: of('click'),
    previews: of('preview'),
    bots: of('bot'),
    opens: clicks.filter((click) => click.opened).length,
    installs: of('credit install'),
    returningUsers: of('credit returning'),
    attributedClicks: of('credit click'),
  };
}
