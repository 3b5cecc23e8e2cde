import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import {
  appKey,
  newInstallation,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { startServer, type TestServer } from '../support/useServer.ts';

const { bootstrap, startSession, trackInstallation } = operations;
const LIMIT = 3;

let smallServer: Promise<TestServer> | undefined;

/** A server on whose plans three may be active a month; `pro` sells more. */
function smallPlans(): Promise<TestServer> {
  smallServer ??= makeSmallPlans();
  return smallServer;
}

async function makeSmallPlans(): Promise<TestServer> {
  const plans: { limits: { monthlyActiveUsers: number } }[] = JSON.parse(
    await readFile(join(import.meta.dirname, '../../plans.json'), 'utf8'),
  );
  for (const plan of plans) plan.limits.monthlyActiveUsers = LIMIT;
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-plans-'));
  const file = join(folder, 'plans.json');
  await writeFile(file, JSON.stringify(plans));
  const server = await startServer({ PLANS_FILE: file });
  await rm(folder, { recursive: true });
  return server;
}

async function activeUsers(project: TestProject): Promise<number> {
  const rows = await project.server.app.db
    .selectFrom('active_users')
    .selectAll()
    .where('project_id', '=', project.project.id)
    .execute();
  return rows.length;
}

async function fullProject(plan: string): Promise<TestProject> {
  const project = await newProject({ plan }, await smallPlans());
  for (let made = 0; made < LIMIT; made += 1) await newInstallation(project);
  return project;
}

describe('monthly active users (Rule: limits)', () => {
  test('an installation counts once per month', async () => {
    const project = await newProject();
    const one = await newInstallation(project);
    const body = { installationId: one.clientId };
    await newInstallation(project, body);
    await appKey(project)(bootstrap, { body });
    await appKey(project)(startSession, { body });
    assert.equal(await activeUsers(project), 1);
  });

  test('reinstalls on a device count once, other devices separately', async () => {
    const project = await newProject();
    const persistentDeviceId = randomUUID();
    for (const device of [persistentDeviceId, persistentDeviceId, randomUUID()]) {
      const body = { installationId: randomUUID(), persistentDeviceId: device };
      assert.equal((await appKey(project)(bootstrap, { body })).status, 201);
    }
    assert.equal(await activeUsers(project), 2);
  });

  test('a session in another month counts in that month', async () => {
    const project = await newProject();
    const one = await newInstallation(project);
    const { db } = project.server.app;
    await db
      .updateTable('active_users')
      .set({ month: '2026-01-01' })
      .where('project_id', '=', project.project.id)
      .execute();
    const body = { installationId: one.clientId };
    assert.equal((await appKey(project)(startSession, { body })).status, 201);
    assert.equal(await activeUsers(project), 2);
  });
});

describe('403 at the limit of monthlyActiveUsers', () => {
  test('track and bootstrap name the limit and store nothing', async () => {
    const project = await fullProject('free');
    for (const operation of [trackInstallation, bootstrap]) {
      const body = { installationId: randomUUID() };
      const reply = await appKey(project)(operation, { body });
      assert.equal(reply.status, 403);
      const { error, message } = reply.body as { error: string; message: string };
      assert.equal(error, 'FORBIDDEN');
      assert.match(message, /monthlyActiveUsers/);
    }
    const rows = await project.server.app.db
      .selectFrom('installations')
      .select('id')
      .where('project_id', '=', project.project.id)
      .execute();
    assert.deepEqual([rows.length, await activeUsers(project)], [LIMIT, LIMIT]);
  });

  test('known installations and devices are always accepted', async () => {
    const project = await newProject({ plan: 'free' }, await smallPlans());
    const persistentDeviceId = randomUUID();
    const body = { installationId: randomUUID(), persistentDeviceId };
    for (let made = 1; made < LIMIT; made += 1) await newInstallation(project);
    assert.equal((await appKey(project)(bootstrap, { body })).status, 201);
    assert.equal((await appKey(project)(bootstrap, { body })).status, 200);
    const again = { installationId: randomUUID(), persistentDeviceId };
    assert.equal((await appKey(project)(bootstrap, { body: again })).status, 201);
  });

  test('simultaneous new installations do not exceed it', async () => {
    const project = await newProject({ plan: 'free' }, await smallPlans());
    const call = appKey(project);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        call(trackInstallation, { body: { installationId: randomUUID() } }),
      ),
    );
    assert.equal(replies.filter(({ status }) => status === 201).length, LIMIT);
    assert.equal(replies.filter(({ status }) => status === 403).length, 20 - LIMIT);
  });

  test('a plan with overage refuses no one', async () => {
    const project = await fullProject('pro');
    await newInstallation(project);
    assert.equal(await activeUsers(project), LIMIT + 1);
  });

  test('resolve always works; a phone beyond the limit gets no context', async () => {
    const project = await fullProject('free');
    const { shortUrl: url } = await newLink(project);
    const phone = appKey(project, { 'x-device-id': randomUUID() });
    const reply = await phone(operations.resolveLink, { query: { url } });
    assert.deepEqual([reply.status, reply.headers.get('x-svc-context')], [200, 'none']);
  });
});
