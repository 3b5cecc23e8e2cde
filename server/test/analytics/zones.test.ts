import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { AnalyticsQuery } from '@fairlead/contract/operations/analytics';
import { chooseWindow } from '#visits/numbers/chooseWindow.ts';
import { anyProject, member } from '../support/callers/personas.ts';
import { useServer } from '../support/useServer.ts';

const DAY = 24 * 3600 * 1000;

async function read(query: AnalyticsQuery) {
  const project = await anyProject();
  const params = { projectId: project.project.id };
  const reply = await member(project)(operations.getProjectAnalytics, { params, query });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body;
}

describe('hours and days of a time zone', () => {
  const startsOf = async (query: AnalyticsQuery) =>
    (await read(query)).series.map(({ at }) => at.slice(5, 16));

  test('a half-hour clock change makes one half-hour bucket and keeps the others full', async () => {
    const timeZone = 'Australia/Lord_Howe';
    const interval = 'hour';
    const forward = { from: '2025-10-04T14:30:00Z', to: '2025-10-04T17:00:00Z' };
    assert.deepEqual(await startsOf({ ...forward, timeZone, interval }), [
      '10-04T14:30',
      '10-04T15:30',
      '10-04T16:00',
    ]);
    const back = { from: '2026-04-04T15:10:00Z', to: '2026-04-04T17:00:00Z' };
    assert.deepEqual(await startsOf({ ...back, timeZone, interval }), [
      '04-04T15:00',
      '04-04T15:30',
      '04-04T16:30',
    ]);
  });

  test('a day with two midnights starts at the first, one without at its first moment', async () => {
    const interval = 'day';
    const twice = { from: '2025-11-02T04:20:00Z', to: '2025-11-03T06:00:00Z' };
    assert.deepEqual(await startsOf({ ...twice, timeZone: 'America/Havana', interval }), [
      '11-02T04:00',
      '11-03T05:00',
    ]);
    const none = { from: '2026-03-07T12:00:00Z', to: '2026-03-09T12:00:00Z' };
    assert.deepEqual(await startsOf({ ...none, timeZone: 'America/Havana', interval }), [
      '03-07T05:00',
      '03-08T05:00',
      '03-09T04:00',
    ]);
  });

  test('a date skipped by the time zone gets no bucket', async () => {
    const week = { from: '2020-01-01T00:00:00Z', to: '2020-01-03T00:00:00Z' };
    assert.equal(
      (await startsOf({ ...week, timeZone: 'Pacific/Apia', interval: 'day' })).length,
      3,
    );
    const leftOut = { from: '2011-12-29T12:00:00Z', to: '2011-12-31T12:00:00Z' };
    assert.deepEqual(await startsOf({ ...leftOut, timeZone: 'Pacific/Apia', interval: 'day' }), [
      '12-29T10:00',
      '12-30T10:00',
      '12-31T10:00',
    ]);
  });

  test("periods reach back by the time zone's calendar, over months of any length", async () => {
    const { db } = (await useServer()).app;
    const begin = async (period: '24h' | '7d' | '30d' | '90d', timeZone: string, now: string) =>
      (await chooseWindow(db, { period, timeZone }, new Date(now))).from.toISOString();
    // Half past midnight on the Monday after clocks were put forward: the Monday before.
    assert.equal(
      await begin('7d', 'Europe/Berlin', '2026-03-29T22:30:00Z'),
      '2026-03-22T23:00:00.000Z',
    );
    assert.equal(
      await begin('24h', 'Europe/Berlin', '2026-03-29T22:30:00Z'),
      '2026-03-28T22:00:00.000Z',
    );
    assert.equal(await begin('30d', 'UTC', '2024-03-30T12:00:00Z'), '2024-02-29T00:00:00.000Z');
    assert.equal(await begin('30d', 'UTC', '2025-03-30T12:00:00Z'), '2025-02-28T00:00:00.000Z');
    assert.equal(
      await begin('90d', 'Pacific/Apia', '2026-03-01T12:00:00Z'),
      '2025-12-01T11:00:00.000Z',
    );
  });

  test('a zone is returned under the requested name, and CET has its summer time', async () => {
    assert.equal((await read({ timeZone: 'Asia/Kolkata' })).timeZone, 'Asia/Kolkata');
    const july = { from: '2026-07-01T12:00:00Z', to: '2026-07-02T12:00:00Z' };
    const { series } = await read({ ...july, timeZone: 'CET', interval: 'day' });
    assert.equal(series[0]?.at, '2026-06-30T22:00:00.000Z');
  });

  test('a start in the future without an end gives an empty time range', async () => {
    const from = new Date(Date.now() + 2 * DAY).toISOString();
    const { to } = await read({ from });
    assert.equal(to, from);
  });
});
