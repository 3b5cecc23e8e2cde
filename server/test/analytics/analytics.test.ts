import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { operations } from '@fairlead/contract';
import { rollUpDays } from '#visits/postgres/rollUpDays.ts';
import { anonymous, anyProject, member, newProject, statsOf } from '../support/callers/personas.ts';
import { clickOn } from '../support/callers/population.ts';
import {
  batches,
  compare,
  DAY,
  HOUR,
  read,
  record,
  sow,
  STARTS,
  window,
  within,
} from './recount.ts';

describe('analytics', () => {
  test('equal a naive recount for any time range, time zone and order of merges', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...STARTS),
        batches,
        fc.array(window, { minLength: 4, maxLength: 4 }),
        fc.constantFrom('device', 'os', 'browser', 'country', 'referrer'),
        async (start, parts, windows, fact) => {
          const project = await newProject();
          const links = await sow(project);
          const population = await record(project, links, parts, start);
          const value = population.clicks[0]?.[fact] ?? null;
          for (const { bounds, ...rest } of windows) {
            const [from = 0, to = 0] = bounds.map((at) => start + at).toSorted((a, b) => a - b);
            const query = {
              ...rest,
              from: new Date(from).toISOString(),
              to: new Date(to).toISOString(),
            };
            for (const link of [undefined, links[1]]) {
              const own = within(population, { from, to }, link);
              compare(await read(project, query, link), own, query);
              // The clicks that are credited here are not kept, so nothing is known of them.
              const some = {
                clicks: own.clicks.filter((click) => click[fact] === value),
                credits: [],
              };
              compare(await read(project, { ...query, [fact]: value ?? '' }, link), some, query);
            }
          }
        },
      ),
      { numRuns: 16 },
    );
  });

  test('count an open when it happens, once, even long after its click', async () => {
    const project = await newProject();
    const [link] = await sow(project, 1);
    const { db, ledger } = project.server.app;
    const click = clickOn(link!, { at: Date.now() - 10 * DAY });
    await ledger.record(click);
    await ledger.loaded();
    await rollUpDays(db);
    const open = { clickId: click.id, linkKey: link!.key, at: Date.now() };
    await Promise.all([ledger.recordOpen(open), ledger.recordOpen(open)]);
    await ledger.loaded();
    for (const merge of [false, true]) {
      if (merge) await rollUpDays(db);
      const { totals } = await read(project, { period: '24h' });
      assert.deepEqual([totals.opens, totals.clicks], [1, 0]);
      assert.equal((await statsOf(project, link!.id)).opens, 1);
    }
  });

  test('count from the first millisecond of a range to the last before its end', async () => {
    const project = await newProject();
    const [link] = await sow(project, 1);
    const { db, ledger } = project.server.app;
    const [from, to] = [Date.UTC(2026, 4, 1, 10, 7, 3, 5), Date.UTC(2026, 4, 3, 9, 41, 7, 8)];
    for (const at of [from - 1, from, to - 1, to]) {
      await ledger.record(clickOn(link!, { at, opened: true }));
    }
    await ledger.loaded();
    const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    for (const merge of [false, true]) {
      if (merge) await rollUpDays(db);
      for (const scope of [undefined, link]) {
        const { totals } = await read(project, query, scope);
        assert.deepEqual([totals.clicks, totals.opens], [2, 2]);
      }
    }
  });

  test('count clicks that are written while their day is being closed', async () => {
    const project = await newProject();
    const [link] = await sow(project, 1);
    const { db, pool, ledger } = project.server.app;
    await rollUpDays(db);
    const writer = await pool.connect();
    let closing = Promise.resolve();
    try {
      await writer.query('begin');
      await writer.query(`select note_days(array[date_trunc('day', now(), 'UTC')])`);
      closing = rollUpDays(db, { now: new Date(Date.now() + DAY) });
      const { id, at, linkKey } = clickOn(link!);
      await writer.query(
        `insert into clicks (id, clicked_at, link_key, kind, source, visitor)
         values ($1, $2, $3, 1, 0, 7)`,
        [id, new Date(at), linkKey],
      );
      await writer.query('commit');
    } finally {
      writer.release();
    }
    await closing;
    const unique = async () => (await read(project, { period: '24h' })).totals.uniqueVisitors;
    assert.equal(await unique(), 1);
    // The day counts as closed now: another one makes it stale, until it is counted again.
    await ledger.record(clickOn(link!, { visitor: '8' }));
    assert.equal(await unique(), 2);
    await rollUpDays(db);
    assert.equal(await unique(), 2);
  });

  test('count the last millisecond of a quarter, an hour and a day as part of it', async () => {
    const project = await newProject();
    const [link] = await sow(project, 1);
    const { db, ledger } = project.server.app;
    const midnight = Date.UTC(2026, 4, 1);
    for (const before of [1, 400, HOUR + 1, 15 * 60_000 + 1]) {
      await ledger.record(clickOn(link!, { at: midnight - before, opened: true }));
    }
    await ledger.loaded();
    await rollUpDays(db, { busyClicks: 1 });
    const window = { from: '2026-04-30T00:00:00Z', to: '2026-05-02T00:00:00Z' };
    const query = { ...window, interval: 'hour' } as const;
    const { series } = await read(project, query, link);
    const found = series.filter(({ clicks }) => clicks > 0);
    assert.deepEqual(
      found.map(({ at, clicks, opens }) => [at.slice(8, 16), clicks, opens]),
      [
        ['30T22:00', 1, 1],
        ['30T23:00', 3, 3],
      ],
    );
  });

  test('periods start on a full hour or day; the default is 30 days', async () => {
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

describe('analytics errors', () => {
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

  test("401: without credentials; 404: another member's project", async () => {
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
