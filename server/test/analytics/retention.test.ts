import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { operations } from '@fairlead/contract';
import type { AnalyticsQuery } from '@fairlead/contract/operations/analytics';
import { expireClicks } from '#visits/postgres/expireClicks.ts';
import { rollUpDays } from '#visits/postgres/rollUpDays.ts';
import { projectNumber } from '#visits/clicks/facts/projectNumber.ts';
import type { Click } from '#visits/clicks/facts/Click.ts';
import { makeExport } from '../support/makeExport.ts';
import { anonymous, anyProject, member, newProject } from '../support/callers/personas.ts';
import { operator, statsOf, type TestProject } from '../support/callers/personas.ts';
import { clickOn, type Sown } from '../support/callers/population.ts';
import { startOfDay } from '#platform/lib/time.ts';
import { batches, compare, countAll, DAY, HOUR, type Population, read } from './recount.ts';
import { record, sow, START, together, window, within } from './recount.ts';

/** Days after the start of a population that the project of a test does not keep. */
const EXPIRED_DAYS = 10;

describe('retention', () => {
  test('keeps numbers equal to a naive recount across merges, rebuilds and later clicks', async () => {
    await fc.assert(
      fc.asyncProperty(
        batches,
        batches,
        fc.boolean(),
        // Long windows of many links are counted in another way than those of few.
        fc.boolean(),
        fc.constantFrom('closed' as const, 'from the first' as const, 'to the last' as const),
        fc.array(window, { minLength: 4, maxLength: 4 }),
        async (before, after, reversed, crowded, bounded, windows) => {
          const project = await newProject();
          const links = await sow(project, crowded ? 1004 : 4);
          const { db, ledger, plans } = project.server.app;
          const start = startOfDay(Date.now()) - 30 * DAY;
          const kept = start + EXPIRED_DAYS * DAY;
          // The nights until now had nothing to do.
          await db
            .insertInto('project_retention')
            .values({ project_id: project.project.id, kept_from: new Date(start - DAY) })
            .execute();
          await db
            .updateTable('projects')
            .set({ click_retention_days: 30 - EXPIRED_DAYS })
            .where('id', '=', project.project.id)
            .execute();
          let all = await record(project, links, before, start);
          // Visitors of days that are gone are not counted any more.
          await ledger.loaded();
          await expireClicks(db, plans);
          const late = after.map((part) => ({ ...part, ...moveAfter(part, EXPIRED_DAYS * DAY) }));
          all = together(all, await record(project, links, late, start));
          await expireClicks(db, plans);
          for (const { bounds, ...rest } of windows) {
            const [from = 0, to = 0] = bounds.map((at) => start + at).toSorted((a, b) => a - b);
            const asked = [new Date(from).toISOString(), new Date(to).toISOString()] as const;
            const [first = '', last = ''] = reversed ? asked.toReversed() : asked;
            const query = { ...rest, from: first, to: last };
            const whole = (at: number, round: (days: number) => number) =>
              at < kept ? round(at / DAY) * DAY : at;
            const held = { from: whole(from, Math.floor), to: whole(to, Math.ceil) };
            compare(await read(project, query), within(all, held), query);
            const low = Math.max(from, kept);
            const rows = within(all, { from: low, to: Math.max(to, low) }, links[1]);
            compare(await read(project, query, links[1]), rows, query);
            // A file counts the rows that are there, and credits always.
            const [request, span] = {
              closed: [
                { activeAfter: first, activeBefore: last },
                { from, to },
              ] as const,
              'from the first': [{ activeBefore: asked[1] }, { from: 0, to }] as const,
              'to the last': [{ activeAfter: asked[0] }, { from, to: Infinity }] as const,
            }[bounded];
            const { records } = await makeExport(project, request);
            const clicked = within(rowsOf(all, kept), span);
            const credited = within(all, span);
            assert.deepEqual(
              linesOf(records),
              bySlug(links).map((link) => lineOf(link, clicked, credited)),
            );
          }
          const { records } = await makeExport(project);
          assert.deepEqual(
            linesOf(records),
            bySlug(links).map((link) => lineOf(link, all, all, rowsOf(all, kept))),
          );
          for (const link of links.slice(0, 4)) {
            const stats = await statsOf(project, link.id);
            const { lastClickedAt: _, ...facts } = { lastClickedAt: undefined, ...stats };
            assert.deepEqual(facts, countAll(within(all, { from: 0, to: Infinity }, link)));
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  test('deletes raw rows but keeps counts, so that lifetime numbers never shrink', async () => {
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
    /** Without the most common values, which are those of the rows that are kept. */
    const lifetime = async () => (await makeExport(project)).records[1]?.toSpliced(9, 4);
    const before = [await lifetime(), await statsOf(project, link!.id)];
    const from = new Date(old - DAY).toISOString();
    await ledger.loaded();
    await rollUpDays(db);
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
    assert.deepEqual(after.topValues, window.topValues);
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

type Batch = Parameters<typeof record>[2][number];

/** Into the time that is kept. */
function moveAfter({ clicks, credits }: Batch, least: number): Pick<Batch, 'clicks' | 'credits'> {
  const move = <T extends { readonly at: number }>(fact: T): T => ({
    ...fact,
    at: least + (fact.at % (25 * DAY - least)),
  });
  return { clicks: clicks.map(move), credits: credits.map(move) };
}

function rowsOf({ clicks, credits }: Population, kept: number): Population {
  return { clicks: clicks.filter((click) => click.at >= kept), credits };
}

/** By slug: clicks, installs, returning users, attributed clicks, most common system, last click. */
function linesOf(records: readonly string[][]): string[][] {
  const [, ...rows] = records;
  return rows
    .map((row) => [2, 5, 6, 7, 8, 10, 13].map((column) => row[column] ?? ''))
    .toSorted((one, other) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1));
}

function bySlug(links: readonly Sown[]): Sown[] {
  return links.toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
}

/** `rows`: those that are kept, whose most common values count. */
function lineOf(
  link: Sown,
  clicked: Population,
  credited: Population,
  rows: Population = clicked,
): string[] {
  const everything = { from: 0, to: Infinity };
  const { clicks } = within(clicked, everything, link);
  const facts = countAll(within(credited, everything, link));
  const isPersons = (click: Click) => click.kind === 'click';
  const people = clicks.filter(isPersons);
  const kept = within(rows, everything, link).clicks.filter(isPersons);
  const count = (os: string) => kept.filter((click) => click.os === os).length;
  const top = count('iOS') > count('Android') ? 'iOS' : count('Android') > 0 ? 'Android' : '';
  return [
    link.slug,
    ...[people.length, facts.installs, facts.returningUsers, facts.attributedClicks].map(String),
    top,
    people.length === 0 ? '' : new Date(Math.max(...people.map(({ at }) => at))).toISOString(),
  ];
}

describe('rebuildAnalytics', () => {
  test('200: corrects wrong counts and returns how many', async () => {
    const project = await newProject();
    const [link] = await sow(project, 1);
    const { db, ledger } = project.server.app;
    for (const os of ['iOS', 'iOS', 'Android']) {
      await ledger.record(clickOn(link!, { at: START, os, visitor: '5', opened: true }));
    }
    await ledger.loaded();
    await rollUpDays(db);
    const window = { from: new Date(START).toISOString(), to: new Date(START + DAY).toISOString() };
    const right = [await statsOf(project, link!.id), await readBare(project, window)];
    const key = link!.key;
    // As when a judgement of bots has changed: these rows were people, and are not.
    await db.updateTable('link_counters').set({ clicks: 9 }).where('link_key', '=', key).execute();
    await sql`
      delete from rollups where project_number = ${projectNumber(project.project.id)}`.execute(db);
    const reply = await (await operator())(operations.rebuildAnalytics, {});
    assert.ok(reply.status === 200);
    assert.ok(reply.body.corrected >= 1 && reply.body.clicks >= 3);
    assert.deepEqual([await statsOf(project, link!.id), await readBare(project, window)], right);
    assert.equal((await makeExport(project)).records[1]?.[10], 'iOS');
  });

  test('409: where many clicks are missing, until fewer are asked for', async () => {
    const project = await newProject();
    const [link] = await sow(project, 1);
    const { db, ledger } = project.server.app;
    await ledger.record(clickOn(link!, { at: START, os: 'iOS', visitor: '5' }));
    await ledger.loaded();
    const right = await statsOf(project, link!.id);
    await db
      .updateTable('link_counters')
      .set({ clicks: 10_000_000 })
      .where('link_key', '=', link!.key)
      .execute();
    const wrong = await statsOf(project, link!.id);
    const call = await operator();
    const refused = await call(operations.rebuildAnalytics, {});
    assert.equal(refused.status, 409);
    assert.match(String(refused.body.message), /nothing was changed.*fairlead rebuild --fewer/);
    assert.deepEqual(await statsOf(project, link!.id), wrong);
    const asked = await call(operations.rebuildAnalytics, { query: { fewer: true } });
    assert.equal(asked.status, 200);
    assert.deepEqual(await statsOf(project, link!.id), right);
  });

  test('401: for everyone but the operator', async () => {
    const calls = [await anonymous('/api/v1'), member(await anyProject())];
    for (const call of calls)
      assert.equal((await call(operations.rebuildAnalytics, {})).status, 401);
  });
});

async function readBare(project: TestProject, query: AnalyticsQuery) {
  const { exactUntil: _, ...rest } = await read(project, query);
  return rest;
}
