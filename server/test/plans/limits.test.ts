import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { BulkResult } from '@fairlead/contract/operations/linkBulk';
import { computeOverage } from '#teams/plans/computeOverage.ts';
import { countUsage } from '#teams/plans/countUsage.ts';
import { getUsage } from '#teams/plans/getUsage.ts';
import {
  appKey,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { send, visit } from '../support/callers/request.ts';
import { useSmallPlans } from '../support/callers/smallPlans.ts';

const { createLink, deleteLink, trackInstallation } = operations;

async function smallProject(plan = 'small'): Promise<TestProject> {
  return newProject({ plan }, await useSmallPlans());
}

async function createMany(project: TestProject, count: number): Promise<number[]> {
  const call = appKey(project);
  const body = { type: 'unified', fallbackUrl: 'https://example.com/' } as const;
  const replies = await Promise.all(
    Array.from({ length: count }, () => call(createLink, { body })),
  );
  return replies.map((reply) => reply.status);
}

describe('the limit of links (Rule: limits)', () => {
  test('holds exactly for simultaneous creations; 403 names it, and a deletion makes room', async () => {
    const project = await smallProject();
    const call = appKey(project);
    const link = await newLink(project, { slug: 'first', externalId: 'first' });
    const statuses = await createMany(project, 20);
    assert.equal(statuses.filter((status) => status === 201).length, 9);
    const refused = await call(createLink, { body: { type: 'unified' } });
    assert.equal(refused.status, 403);
    assert.deepEqual(refused.body, {
      statusCode: 403,
      message: 'Limit links reached: The plan allows 10 links; remove some or change the plan',
      error: 'FORBIDDEN',
    });
    const { port } = project.server;
    const known = await call(createLink, { body: { type: 'unified', externalId: 'first' } });
    assert.equal(known.status, 200);
    const live = await send({ path: '/first', headers: { host: project.host }, port });
    assert.equal(live.status, 302);
    assert.equal((await call(deleteLink, { params: { id: link.id } })).status, 200);
    assert.deepEqual(
      (await createMany(project, 3)).toSorted((a, b) => a - b),
      [201, 403, 403],
    );
  });

  test('gives the last free place to one of many with the same externalId, and its link to the others', async () => {
    for (const way of ['key', 'session'] as const) {
      const project = await smallProject();
      await createMany(project, 9);
      const body = { type: 'unified', externalId: 'last' } as const;
      const params = { projectId: project.project.id };
      const create = () =>
        way === 'key'
          ? appKey(project)(createLink, { body })
          : member(project)(operations.createProjectLink, { params, body });
      const replies = await Promise.all(Array.from({ length: 12 }, create));
      const statuses = replies.map(({ status }) => status).toSorted((a, b) => b - a);
      assert.deepEqual(statuses, [201, ...Array.from({ length: 11 }, () => 200)], way);
    }
  });

  test('refuses bulk rows beyond it, but not existing ones', async () => {
    const project = await smallProject();
    const rows = Array.from({ length: 13 }, (_, n) => ({ type: 'unified', externalId: `r${n}` }));
    rows.push({ type: 'unified', externalId: 'r0' });
    const reply = await send({
      method: 'POST',
      path: '/v1/links/bulk',
      headers: { 'x-app-key': project.appKey },
      body: JSON.stringify(rows),
      port: project.server.port,
    });
    const lines = reply.text.split('\n').filter(Boolean);
    const results = lines.map((line) => JSON.parse(line) as BulkResult);
    const statuses = results.map((line) => line.status);
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 201), 403, 403, 403, 200]);
    assert.match(results[10]!.message!, /^Limit links reached/);
  });

  test('counts created, deleted and restored links', async () => {
    const project = await newProject();
    const { db } = project.server.app;
    const { id } = await newLink(project);
    await newLink(project);
    await appKey(project)(deleteLink, { params: { id } });
    assert.equal(await countUsage(db, project.project, 'links'), 1);
    await db.updateTable('links').set({ deleted_at: null }).where('id', '=', id).execute();
    assert.equal(await countUsage(db, project.project, 'links'), 2);
    await db.deleteFrom('links').where('id', '=', id).execute();
    assert.equal(await countUsage(db, project.project, 'links'), 1);
  });
});

describe('usage of a project', () => {
  test('shows every limit and the overage of active users', async () => {
    const project = await smallProject('paying');
    const call = appKey(project);
    for (let n = 0; n < 6; n += 1) {
      const body = { installationId: `phone-${n}` };
      assert.equal((await call(trackInstallation, { body })).status, 201);
    }
    await createMany(project, 8);
    const { app } = project.server;
    const usage = await getUsage(app.db, app.plans, project.project);
    assert.deepEqual(usage.limits, {
      links: { used: 8, limit: 10, warning: 'near' },
      domains: { used: 1, limit: null, warning: 'none' },
      members: { used: 1, limit: null, warning: 'none' },
      apiKeys: { used: 1, limit: null, warning: 'none' },
      monthlyActiveUsers: { used: 6, limit: 5, warning: 'reached' },
    });
    assert.equal(usage.overage, 0.5);
  });

  test('charges overage per started thousand beyond the limit', () => {
    const cases: [number, number | null, number | null, number | null][] = [
      [100, 100, 0.5, 0],
      [101, 100, 0.5, 0.5],
      [1100, 100, 0.5, 0.5],
      [1101, 100, 0.5, 1],
      [12_345, 10_000, 0.333, 1],
      [5000, null, 0.5, 0],
      [5000, 100, null, null],
    ];
    for (const [used, limit, rate, cost] of cases) {
      assert.equal(computeOverage(used, limit, rate), cost, `${used} of ${limit}`);
    }
  });

  test('does not stop links of a project over its limit', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { db } = project.server.app;
    const { id } = project.project;
    await db.updateTable('projects').set({ plan: 'free' }).where('id', '=', id).execute();
    assert.equal((await visit(project.host, `/${link.slug}`)).status, 302);
  });
});
