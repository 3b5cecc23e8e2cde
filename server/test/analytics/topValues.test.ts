import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { operations } from '@fairlead/contract';
import { expireClicks } from '#visits/postgres/expireClicks.ts';
import { rollUpDays } from '#visits/postgres/rollUpDays.ts';
import type { Click } from '#visits/clicks/facts/Click.ts';
import { makeExport } from '../support/makeExport.ts';
import { member, newProject, type TestProject } from '../support/callers/personas.ts';
import { clickOn, type Sown, sowLinks } from '../support/callers/population.ts';

const DAY = 24 * 3600 * 1000;
const START = Date.UTC(2026, 2, 20);
const SPAN = 40 * DAY;

const moment = fc.integer({ min: 0, max: SPAN - 1 }).map((offset) => START + offset);
const word = (...words: string[]) => fc.option(fc.constantFrom(...words), { freq: 4 });
const clickOf = fc.record({
  link: fc.nat({ max: 2 }),
  at: moment,
  kind: fc.constantFrom('click' as const, 'click' as const, 'preview' as const, 'bot' as const),
  device: word('mobile', 'desktop', 'tablet'),
  os: word('iOS', 'Android'),
  browser: word('Safari', 'Chrome', 'Edge'),
  country: word('PT', 'DE'),
  app: word('Slackbot'),
});
const batches = fc.array(
  fc.record({
    clicks: fc.array(clickOf, { maxLength: 40 }),
    work: fc.constantFrom('nothing' as const, 'count' as const),
  }),
  { minLength: 1, maxLength: 4 },
);
const time = moment.map((ms) => new Date(ms).toISOString());
const bounds = fc.record({ activeAfter: time, activeBefore: time }, { requiredKeys: [] });

async function sow(project: TestProject): Promise<Sown[]> {
  return sowLinks(
    project,
    // The fourth stays without a click.
    [0, 1, 2, 3].map((index) => ({
      name: null,
      slug: `s${index}`,
      externalId: null,
      fallbackUrl: null,
      type: 'unified' as const,
      createdAt: new Date(START + index),
    })),
  );
}

type Query = { activeAfter?: string; activeBefore?: string };

async function topValuesOf(project: TestProject, query: Query = {}): Promise<Map<string, unknown>> {
  const reply = await member(project)(operations.listProjectLinks, {
    params: { projectId: project.project.id },
    query: { ...query, with: 'topValues' },
  });
  assert.ok(reply.status === 200, JSON.stringify(reply.body));
  return new Map(reply.body.links.map((link) => [link.slug, link.topValues]));
}

function recount(clicks: readonly Click[], { activeAfter, activeBefore }: Query, link: Sown) {
  const ends = [activeAfter, activeBefore].map((end) => end && Date.parse(end));
  const [from = -Infinity, to = Infinity] =
    ends[0] && ends[1] && ends[0] > ends[1] ? ends.toReversed() : ends;
  const own = clicks.filter(
    ({ at, kind, linkKey }) =>
      kind === 'click' && linkKey === link.key && at >= Number(from) && at < Number(to),
  );
  const top = (property: 'device' | 'os' | 'browser' | 'country') => {
    const counts = new Map<string, number>();
    for (const click of own) {
      const name = click[property];
      if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const ranked = [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return ranked[0]?.[0] ?? null;
  };
  return { device: top('device'), os: top('os'), browser: top('browser'), country: top('country') };
}

describe('top values of a page of links', () => {
  test('equal a naive recount for any time range and order of merges', async () => {
    await fc.assert(
      fc.asyncProperty(
        batches,
        fc.array(bounds, { minLength: 2, maxLength: 2 }),
        async (parts, windows) => {
          const project = await newProject();
          const { db, ledger } = project.server.app;
          const links = await sow(project);
          const clicks: Click[] = [];
          for (const part of parts) {
            const made = part.clicks.map(({ link, ...click }) => clickOn(links[link]!, click));
            await Promise.all(made.map((click) => ledger.record(click)));
            await ledger.loaded();
            clicks.push(...made);
            if (part.work === 'count') await rollUpDays(db);
          }
          for (const query of [{}, ...windows]) {
            const found = await topValuesOf(project, query);
            for (const link of links) {
              assert.deepEqual(found.get(link.slug), recount(clicks, query, link));
            }
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  test('equal those of the export: of the clicks that retention has kept', async () => {
    const project = await newProject({ plan: 'pro' });
    const { db, ledger, plans } = project.server.app;
    const [link] = await sow(project);
    const old = Date.now() - 500 * DAY;
    const words = { device: 'mobile', os: 'iOS', browser: 'Safari', country: 'PT' };
    for (const at of [old, old + DAY]) await ledger.record(clickOn(link!, { at, ...words }));
    await ledger.record(clickOn(link!, { os: 'Android', device: 'mobile', country: 'DE' }));
    await ledger.loaded();
    await rollUpDays(db);
    await expireClicks(db, plans);
    const kept = { device: 'mobile', os: 'Android', browser: null, country: 'DE' };
    assert.deepEqual((await topValuesOf(project)).get('s0'), kept);
    const { records } = await makeExport(project, { search: 's0' });
    assert.deepEqual(records[1]?.slice(9, 13), ['mobile', 'Android', '', 'DE']);
  });

  test('are omitted unless requested', async () => {
    const project = await newProject();
    await sow(project);
    const params = { projectId: project.project.id };
    const plain = await member(project)(operations.listProjectLinks, { params, query: {} });
    assert.ok(
      plain.status === 200 && plain.body.links.every((link) => link.topValues === undefined),
    );
    const query = { with: 'everything' as never };
    const odd = await member(project)(operations.listProjectLinks, { params, query });
    assert.equal(odd.status, 400);
    assert.match(JSON.stringify(odd.body), /with must be/);
  });
});
