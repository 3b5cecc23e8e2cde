import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { anonymous, anyProject, appKey, member } from '../support/callers/personas.ts';
import { newLink, newProject } from '../support/callers/personas.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { eventsOf, HOUR, installBy, newEvent, recordAll, timeAt } from './callers.ts';

const { getLinkEvents } = operations;

describe('getLinkEvents 200', () => {
  test('currencies of any decimals are added up apart, refunds taken off', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const installationId = await installBy(project, link);
    const sale = (amount: number, currency: string) =>
      newEvent({ installationId, revenue: { amount, currency } });
    await recordAll(project, [
      sale(1999, 'EUR'),
      sale(1, 'EUR'),
      sale(500, 'JPY'),
      sale(1234, 'KWD'),
      sale(-300, 'JPY'),
      newEvent({ installationId, quantity: 3 }),
      newEvent({ installationId, name: 'sign-up' }),
    ]);
    assert.deepEqual(await eventsOf(project, link.id), [
      {
        name: 'purchase',
        count: 6,
        quantity: 8,
        revenue: [
          { currency: 'EUR', amount: 2000, saidByApps: 0 },
          { currency: 'JPY', amount: 200, saidByApps: 0 },
          { currency: 'KWD', amount: 1234, saidByApps: 0 },
        ],
      },
      { name: 'sign-up', count: 1, quantity: 1, revenue: [] },
    ]);
  });

  test('a refund can be more than was sold', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const installationId = await installBy(project, link);
    const revenue = { amount: -500, currency: 'EUR' };
    await recordAll(project, [newEvent({ installationId, revenue })]);
    assert.deepEqual((await eventsOf(project, link.id))[0]?.revenue, [
      { currency: 'EUR', amount: -500, saidByApps: 0 },
    ]);
  });

  test('sums are exact up to 2^53 - 1, and that beyond it', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const installationId = await installBy(project, link);
    const revenue = { amount: 1_000_000_000_000, currency: 'IDR' };
    const many = () => Array.from({ length: 1000 }, () => newEvent({ installationId, revenue }));
    const sum = async () => (await eventsOf(project, link.id))[0]?.revenue[0]?.amount;
    for (let call = 0; call < 9; call += 1) await recordAll(project, many());
    await recordAll(project, [newEvent({ installationId, revenue: { ...revenue, amount: 7 } })]);
    assert.equal(await sum(), 9_000_000_000_000_007);
    await recordAll(project, many().slice(0, 8));
    assert.equal(await sum(), Number.MAX_SAFE_INTEGER);
  });

  test('a range includes its start and excludes its end; reversed bounds are swapped', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const installationId = await installBy(project, link);
    const at = timeAt(-HOUR);
    await recordAll(project, [newEvent({ installationId, at })]);
    const count = async (query: { from?: string; to?: string }) =>
      (await eventsOf(project, link.id, query)).length;
    assert.equal(await count({ from: at }), 1);
    assert.equal(await count({ to: at }), 0);
    assert.equal(await count({ from: timeAt(0), to: at }), 1);
    assert.equal(await count({ from: timeAt(-HOUR / 2) }), 0);
  });

  test('test events are stored, and left out of every number', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const installationId = await installBy(project, link);
    await recordAll(project, [newEvent({ installationId, test: true })]);
    assert.deepEqual(await eventsOf(project, link.id), []);
  });

  test("a member's dashboard session may read them too", async () => {
    const project = await newProject();
    const link = await newLink(project);
    const reply = await member(project, '/v1')(getLinkEvents, { params: { id: link.id } });
    assert.equal(reply.status, 200);
    assert.ok(Date.parse(reply.body.exactUntil) <= Date.now() + HOUR);
  });
});

describe('getLinkEvents errors', () => {
  test('400: a time that is none', async () => {
    const call = appKey(await anyProject());
    const params = { id: crypto.randomUUID() };
    assert.equal((await call(getLinkEvents, { params, query: { from: 'x' } })).status, 400);
  });

  test('401: without a credential', async () => {
    const params = { id: crypto.randomUUID() };
    assert.equal((await (await anonymous())(getLinkEvents, { params })).status, 401);
  });

  test('403: a publishable key', async () => {
    const params = { id: crypto.randomUUID() };
    const call = await publishableKey(await anyProject());
    assert.equal((await call(getLinkEvents, { params })).status, 403);
  });

  test("404: another project's link", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { id } = await newLink(other);
    assert.equal((await appKey(project)(getLinkEvents, { params: { id } })).status, 404);
  });
});
