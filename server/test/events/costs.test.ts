import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Cost } from '@fairlead/contract/operations/costs';
import { anonymous, appKey, member, newLink, newProject } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { newPerson } from '../support/callers/person.ts';
import { installBy, newEvent, recordAll } from './callers.ts';

const { getEventNumbers, importCosts, listCosts } = operations;
const paramsOf = ({ project }: TestProject) => ({ projectId: project.id });
const today = () => new Date().toISOString().slice(0, 10);

async function send(project: TestProject, costs: readonly Cost[]) {
  return member(project)(importCosts, { params: paramsOf(project), body: { costs: [...costs] } });
}

async function listed(project: TestProject, before?: string) {
  const query = before === undefined ? {} : { before };
  const reply = await member(project)(listCosts, { params: paramsOf(project), query });
  assert.equal(reply.status, 200);
  return reply.body;
}

describe('importCosts 200', () => {
  test('takes the place of what was sent before, and 0 takes it back', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const spent = { day: '2026-11-01', currency: 'EUR', amount: 500 };
    const first = [
      { ...spent, campaign: 'spring' },
      { ...spent, linkId: link.id.toUpperCase(), day: '2026-11-02' },
      { ...spent, campaign: 'spring', currency: 'JPY' },
    ];
    const reply = await send(project, first);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    assert.deepEqual(reply.body, { stored: 3 });
    const again = [
      { ...spent, campaign: 'spring', amount: 1 },
      { ...spent, campaign: 'spring', amount: 700 },
      { ...spent, campaign: 'spring', currency: 'JPY', amount: 0 },
    ];
    assert.deepEqual((await send(project, again)).body, { stored: 2 });
    assert.deepEqual(await listed(project), {
      costs: [
        { ...spent, day: '2026-11-02', linkId: link.id },
        { ...spent, campaign: 'spring', amount: 700 },
      ],
      more: false,
    });
    assert.equal((await listed(project, '2026-11-02')).costs.length, 1);
  });

  test('is what revenue is compared with, in the same currency alone', async () => {
    const project = await newProject();
    const [one, two, free] = [
      await newLink(project),
      await newLink(project),
      await newLink(project),
    ];
    const sale = async (link: { readonly shortUrl: string }, amount: number, currency: string) => {
      const installationId = await installBy(project, link);
      await recordAll(project, [newEvent({ installationId, revenue: { amount, currency } })]);
    };
    await sale(one, 1500, 'EUR');
    await sale(two, 900, 'USD');
    await sale(free, 10, 'EUR');
    const idle = await newLink(project);
    const costs = [one, two, idle].map(({ id: linkId }) => ({
      day: today(),
      linkId,
      currency: 'EUR',
      amount: 1000,
    }));
    await send(project, costs);
    const query = { by: 'link' as const };
    const reply = await member(project)(getEventNumbers, { params: paramsOf(project), query });
    assert.equal(reply.status, 200);
    const { groups, total } = reply.body;
    const ofOne = await member(project)(getEventNumbers, {
      params: paramsOf(project),
      query: { ...query, link: one.id },
    });
    assert.equal(ofOne.status, 200);
    assert.deepEqual(
      ofOne.body.groups,
      groups.filter(({ value }) => value === one.id),
    );
    assert.equal(ofOne.body.total.cost[0]?.amount, 1000);
    const returns = Object.fromEntries(groups.map((each) => [each.value, each.return]));
    assert.deepEqual(returns, {
      [one.id]: [{ currency: 'EUR', ratio: 1.5 }],
      [two.id]: [{ currency: 'EUR', ratio: null }],
      [free.id]: [],
      [idle.id]: [{ currency: 'EUR', ratio: 0 }],
    });
    assert.deepEqual(total.cost, [{ currency: 'EUR', amount: 3000 }]);
    assert.deepEqual(total.return, [{ currency: 'EUR', ratio: 1510 / 3000 }]);
  });
});

describe('costs, errors', () => {
  test('400 names the row and the cure, and nothing is stored', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const foreign = await newLink(other);
    const good = { day: today(), campaign: 'spring', currency: 'EUR', amount: 1 };
    const { campaign: _none, ...neither } = good;
    for (const bad of [
      neither,
      { ...good, linkId: foreign.id },
      { ...neither, linkId: foreign.id },
      { ...neither, linkId: randomUUID() },
      { ...good, currency: 'EUX' },
      { ...good, currency: 'eur' },
      { ...good, amount: 1.5 },
      { ...good, amount: -1 },
      { ...good, day: '2026-02-30' },
      { ...good, campaign: 'a\u0000b' },
    ]) {
      const reply = await send(project, [good, bad]);
      assert.equal(reply.status, 400, JSON.stringify(bad));
      assert.match(JSON.stringify(reply.body), /costs/);
    }
    assert.deepEqual((await listed(project)).costs, []);
  });

  test('401 without a session, also with a secret key, 403 for somebody who only reads, 404 for another project', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const costs = [{ day: today(), campaign: 'spring', currency: 'EUR', amount: 1 }];
    const request = { params: paramsOf(project), body: { costs } };
    const nobody = await anonymous('/api/v1');
    assert.equal((await nobody(importCosts, request)).status, 401);
    assert.equal((await appKey(project, {}, '/api/v1')(importCosts, request)).status, 401);
    assert.equal((await nobody(listCosts, { params: request.params })).status, 401);
    const viewer = await newPerson({ project, role: 'viewer' });
    assert.equal((await viewer.call(importCosts, request)).status, 403);
    assert.equal((await viewer.call(listCosts, { params: request.params })).status, 200);
    assert.equal((await member(other)(importCosts, request)).status, 404);
    assert.equal((await member(other)(listCosts, { params: request.params })).status, 404);
  });

  test('400: a day that is none; 413: more than 1 MB', async () => {
    const project = await newProject();
    const params = paramsOf(project);
    const query = { before: 'yesterday' };
    assert.equal((await member(project)(listCosts, { params, query })).status, 400);
    const campaign = 'x'.repeat(250);
    const costs = Array.from({ length: 4_500 }, () => ({
      day: today(),
      campaign,
      currency: 'EUR',
      amount: 1,
    }));
    assert.equal((await send(project, costs)).status, 413);
  });
});
