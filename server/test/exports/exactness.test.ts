import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { operations } from '@fairlead/contract';
import { LINK_SORTS } from '@fairlead/contract/linkFilters';
import type { ExportRequest } from '@fairlead/contract/operations/exports';
import { rollUpDays } from '#visits/postgres/rollUpDays.ts';
import { rebuildCounters } from '#visits/postgres/rebuildCounters.ts';
import { findThrottle } from '#visits/postgres/throttle.ts';
import type { Click } from '#visits/clicks/facts/Click.ts';
import { member, newProject, type TestProject } from '../support/callers/personas.ts';
import { clickOn, type Sown, type SownLink, sowLinks } from '../support/callers/population.ts';
import { CSV_HEADINGS, makeExport } from '../support/makeExport.ts';

const DAY = 24 * 3600 * 1000;
const START = Date.UTC(2026, 0, 1);
const SPAN = 200 * DAY;

const moment = fc.integer({ min: 0, max: SPAN - 1 }).map((offset) => START + offset);
const word = (...words: string[]) => fc.option(fc.constantFrom(...words), { freq: 6 });

const linkOf = fc.record({
  name: fc.option(fc.constantFrom('Summer', 'summer sale', 'Été', '50% off', 'a_b', 'Zoo')),
  externalId: fc.option(fc.constantFrom('sku-', 'SUMMER-'), { nil: null }),
  fallbackUrl: fc.option(fc.constantFrom('https://example.com/summer', 'https://example.com/a')),
  type: fc.constantFrom('unified' as const, 'dynamic' as const),
  createdAt: moment.map((ms) => new Date(ms)),
});

const clickOf = fc.record({
  link: fc.nat(),
  at: moment,
  kind: fc.oneof(
    { weight: 5, arbitrary: fc.constant('click' as const) },
    { weight: 1, arbitrary: fc.constantFrom('preview' as const, 'bot' as const) },
  ),
  device: word('mobile', 'desktop', 'tablet'),
  os: word('iOS', 'Android', 'Windows'),
  browser: word('Safari', 'Chrome'),
  country: word('PT', 'DE', 'US'),
});

/** Links beyond these stay without activity. */
const MAX_CLICKED_LINKS = 8;

/** Between batches, background work is done or not, in any order. */
const batches = fc.array(
  fc.record({
    clicks: fc.array(clickOf, { maxLength: 40 }),
    work: fc.constantFrom('nothing' as const, 'count' as const, 'rebuild' as const),
  }),
  { minLength: 1, maxLength: 5 },
);

const day = moment.map((ms) => new Date(ms).toISOString().slice(0, 10));
const time = moment.map((ms) => new Date(ms).toISOString());
const request: fc.Arbitrary<ExportRequest> = fc.record(
  {
    search: fc.constantFrom('SUMMER', 'é', '%', '_', 'sku-1', 'example.com/s', 'nothing at all'),
    createdAfter: day,
    createdBefore: day,
    activeAfter: time,
    activeBefore: time,
    sortBy: fc.constantFrom(...LINK_SORTS),
    sortOrder: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
);

describe('an export', () => {
  test('equals a naive recount for any population, time range, filters and order of merges', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(linkOf, { maxLength: 12 }),
        batches,
        fc.array(request, { minLength: 3, maxLength: 3 }),
        // Long windows of many links are counted in another way than those of few.
        fc.boolean(),
        async (linkInputs, parts, requests, crowded) => {
          const project = await newProject();
          const sown = linkInputs.map((link, index): SownLink => ({
            ...link,
            slug: `s${index}`,
            externalId: link.externalId === null ? null : `${link.externalId}${index}`,
          }));
          const links = await sowLinks(project, crowded ? [...sown, ...idleLinks] : sown);
          const clicks = links.length === 0 ? [] : await record(project, links, parts);
          for (const each of [{}, ...requests]) {
            const { records } = await makeExport(project, each);
            assert.deepEqual(records, [
              CSV_HEADINGS,
              ...recount(project, { links, clicks, request: each }),
            ]);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  test('counts from the first millisecond of a window to the last before its end', async () => {
    const [from, to] = [Date.UTC(2026, 4, 1, 10, 7, 3, 5), Date.UTC(2026, 4, 3, 9, 41, 7, 8)];
    const window = {
      activeAfter: new Date(from).toISOString(),
      activeBefore: new Date(to).toISOString(),
    };
    // Many links are counted in another way than few.
    for (const others of [[], idleLinks]) {
      const project = await newProject();
      const [link] = await sowLinks(project, [aLink, ...others]);
      const { db, ledger } = project.server.app;
      for (const at of [from - 1, from, to - 1, to]) {
        await ledger.record(clickOn(link!, { at }));
      }
      await ledger.loaded();
      for (const merge of [false, true]) {
        if (merge) await rollUpDays(db);
        const { records } = await makeExport(project, window);
        assert.equal(records.find(([, , slug]) => slug === aLink.slug)?.[5], '2');
      }
    }
  });

  test('includes new clicks at once and does not count them again with their day', async () => {
    const project = await newProject();
    const [link] = await sowLinks(project, [aLink]);
    const { db, ledger } = project.server.app;
    await rollUpDays(db);
    const old = Date.now() - 3 * 24 * 3600 * 1000;
    await ledger.record(clickOn(link!, { at: old, os: 'iOS', opened: true }));
    for (let round = 0; round < 2; round += 1) {
      const { records } = await makeExport(project);
      assert.deepEqual([records[1]?.[5], records[1]?.[10]], ['1', 'iOS']);
      await rollUpDays(db);
    }
  });

  test('throttles while redirects are frequent, with the same result', async () => {
    const project = await newProject();
    const [link] = await sowLinks(project, [
      {
        name: 'Busy',
        slug: 'busy',
        externalId: null,
        fallbackUrl: null,
        type: 'unified',
        createdAt: new Date(START),
      },
    ]);
    const { db, ledger } = project.server.app;
    const find = () => db.transaction().execute((trx) => findThrottle(trx));
    await Promise.all(
      Array.from({ length: 1000 }, () => ledger.record(clickOn(link!, { os: 'iOS' }))),
    );
    await ledger.loaded();
    assert.match((await find()).afterRows(10), /pg_sleep/);
    const { records } = await makeExport(project);
    assert.deepEqual([records[1]?.[5], records[1]?.[10]], ['1000', 'iOS']);
    const windowed = await makeExport(project, { activeAfter: new Date(START).toISOString() });
    assert.equal(windowed.records[1]?.[5], '1000');
  });

  test('swaps reversed bounds', async () => {
    const project = await newProject();
    const reply = await member(project)(operations.startExport, {
      params: { projectId: project.project.id },
      body: {
        createdAfter: '2026-03-02',
        createdBefore: '2026-03-01',
        activeAfter: '2026-05-01T00:00:00+02:00',
        activeBefore: '2026-04-01T00:00:00Z',
      },
    });
    assert.equal(reply.status, 202);
    const list = await member(project)(operations.listExports, {
      params: { projectId: project.project.id },
    });
    assert.equal(list.status, 200);
    assert.deepEqual(list.status === 200 && list.body.data.exports[0]?.filters, {
      createdAfter: '2026-03-01',
      createdBefore: '2026-03-02',
      activeAfter: '2026-04-01T00:00:00.000Z',
      activeBefore: '2026-04-30T22:00:00.000Z',
      sortBy: 'createdAt',
      sortOrder: 'desc',
    });
  });
});

const aLink: SownLink = {
  name: 'One',
  slug: 'one',
  externalId: null,
  fallbackUrl: null,
  type: 'unified',
  createdAt: new Date(START),
};

const idleLinks = Array.from({ length: 1000 }, (_, index) => ({
  ...aLink,
  name: null,
  slug: `idle${index}`,
}));

type Batch = (typeof batches extends fc.Arbitrary<infer B> ? B : never)[number];

async function record(
  { server }: TestProject,
  links: readonly Sown[],
  parts: readonly Batch[],
): Promise<Click[]> {
  const { db, ledger } = server.app;
  const all: Click[] = [];
  for (const part of parts) {
    const clicks = part.clicks.map(({ link, ...click }) =>
      clickOn(links[link % Math.min(links.length, MAX_CLICKED_LINKS)]!, click),
    );
    await Promise.all(clicks.map((click) => ledger.record(click)));
    await ledger.loaded();
    all.push(...clicks);
    if (part.work === 'count') await rollUpDays(db);
    if (part.work === 'rebuild') await rebuildCounters(db);
  }
  return all;
}

interface Question {
  readonly links: readonly Sown[];
  readonly clicks: readonly Click[];
  readonly request: ExportRequest;
}

/** What the file has to say, counted click by click. */
function recount(project: TestProject, { links, clicks, request: asked }: Question): string[][] {
  const [createdFrom, createdTo] = ordered(asked.createdAfter, asked.createdBefore);
  const [from, to] = ordered(asked.activeAfter, asked.activeBefore);
  const search = asked.search?.toLowerCase();
  const rows = links
    .filter(
      (link) =>
        search === undefined ||
        [link.name, link.slug, link.externalId, link.fallbackUrl].some((text) =>
          text?.toLowerCase().includes(search),
        ),
    )
    .filter((link) => within(link.createdAt.getTime(), createdFrom, createdTo))
    .map((link) => {
      const own = clicks.filter(
        (click) =>
          click.linkKey === link.key && click.kind === 'click' && within(click.at, from, to),
      );
      const last = own.length === 0 ? null : Math.max(...own.map((click) => click.at));
      return { link, own, last };
    });
  const sign = asked.sortOrder === 'asc' ? 1 : -1;
  const by = asked.sortBy ?? 'createdAt';
  rows.sort((one, other) => {
    const order =
      by === 'clickCount'
        ? one.own.length - other.own.length
        : by === 'name'
          ? compareText(one.link.name ?? '', other.link.name ?? '')
          : by === 'lastClickedAt'
            ? compareLast(one.last, other.last, sign)
            : by === 'installCount'
              ? 0
              : one.link.createdAt.getTime() - other.link.createdAt.getTime();
    return (
      order * sign ||
      other.link.createdAt.getTime() - one.link.createdAt.getTime() ||
      (one.link.id < other.link.id ? 1 : -1)
    );
  });
  return rows.map(({ link, own, last }) => [
    link.name ?? '',
    link.type,
    link.slug,
    `http://${project.host}:3000/${link.slug}`,
    link.createdAt.toISOString(),
    String(own.length),
    '0',
    '0',
    '0',
    top(own.map((click) => click.device)),
    top(own.map((click) => click.os)),
    top(own.map((click) => click.browser)),
    top(own.map((click) => click.country)),
    last === null ? '' : new Date(last).toISOString(),
    from === undefined ? '' : new Date(from).toISOString(),
    to === undefined ? '' : new Date(to).toISOString(),
  ]);
}

type Bound = number | undefined;

function ordered(low: string | undefined, high: string | undefined): [Bound, Bound] {
  const [from, to] = [low, high].map((text) => (text === undefined ? undefined : Date.parse(text)));
  return from !== undefined && to !== undefined && from > to ? [to, from] : [from, to];
}

/** Inclusive below, exclusive above (Rule: exports). */
function within(at: number, from: Bound, to: Bound): boolean {
  return (from === undefined || at >= from) && (to === undefined || at < to);
}

/** The most common known word; of equal ones, the first by the code points of its characters. */
function top(words: readonly (string | null)[]): string {
  const counts = new Map<string, number>();
  for (const each of words) if (each !== null) counts.set(each, (counts.get(each) ?? 0) + 1);
  const [best] = [...counts].toSorted(
    ([one, many], [other, few]) =>
      few - many || Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  return best?.[0] ?? '';
}

function compareText(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one.toLowerCase()), Buffer.from(other.toLowerCase()));
}

/** Never clicked comes last in either direction. */
function compareLast(one: number | null, other: number | null, sign: number): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? sign : -sign;
  return one - other;
}
