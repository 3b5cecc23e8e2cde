import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { BootstrapRequest, BootstrapResponse } from '@fairlead/contract/installationResources';
import {
  anonymous,
  anyProject,
  appKey,
  installation,
  newInstallation,
  newProject,
  requireInstallation,
  type TestProject,
} from '../support/callers/personas.ts';
import { startServer } from '../support/useServer.ts';
import { untilSomebodyWaits } from '../support/untilSomebodyWaits.ts';

const { bootstrap } = operations;

async function start(
  project: TestProject,
  body: Partial<BootstrapRequest> = {},
): Promise<BootstrapResponse & { status: number }> {
  const reply = await appKey(project)(bootstrap, {
    body: { installationId: randomUUID(), ...body },
  });
  assert.ok(reply.status === 200 || reply.status === 201, JSON.stringify(reply.body));
  return { ...reply.body, status: reply.status };
}

function sessionsOf(project: TestProject, installationId: string) {
  return project.server.app.db
    .selectFrom('sessions')
    .selectAll()
    .where('installation_id', '=', installationId)
    .orderBy('started_at')
    .execute();
}

describe('bootstrap 201 and 200', () => {
  test('makes an installation and a session, with the token in body and header', async () => {
    const project = await anyProject();
    const reply = await appKey(project)(bootstrap, {
      body: { installationId: randomUUID(), batteryLevel: 0.5, networkType: 'wifi' },
    });
    assert.equal(reply.status, 201);
    assert.deepEqual(Object.keys(reply.body).toSorted(), [
      'installationId',
      'installationToken',
      'isNew',
      'isReinstall',
      'sessionId',
      'success',
    ]);
    assert.equal(reply.headers.get('x-installation-token'), reply.body.installationToken);
    const [session, ...others] = await sessionsOf(project, reply.body.installationId);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [session?.id, session?.state, session?.battery_level, session?.network_type],
      [reply.body.sessionId, 'active', 0.5, 'wifi'],
    );
  });

  test('is enough for a first session, even in projects that require installations', async () => {
    const project = await newProject();
    await requireInstallation(project);
    const phone = { 'x-svc-client': 'sdk-ios', 'x-svc-client-platform': 'ios' };
    const call = appKey(project, phone);
    const made = await call(bootstrap, { body: { installationId: randomUUID() } });
    assert.equal(made.status, 201);
    const { sessionId } = made.body;
    const ended = await call(operations.endSession, { params: { sessionId } });
    assert.deepEqual([ended.status, ended.body], [200, { success: true }]);
  });

  test('repeated, it keeps the installation and ends the older session', async () => {
    const project = await anyProject();
    const installationId = randomUUID();
    const first = await start(project, { installationId });
    const second = await start(project, { installationId });
    assert.deepEqual([first.status, second.status], [201, 200]);
    assert.deepEqual([second.isNew, second.installationId], [false, first.installationId]);
    const sessions = await sessionsOf(project, first.installationId);
    assert.deepEqual(
      sessions.map(({ id, state }) => [id, state]),
      [
        [first.sessionId, 'ended'],
        [second.sessionId, 'active'],
      ],
    );
    assert.deepEqual(sessions[0]?.ended_at, sessions[1]?.started_at);
  });

  test('200 simultaneous calls with one id make one installation with one active session', async () => {
    const project = await newProject();
    const installationId = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => start(project, { installationId })),
    );
    assert.equal(replies.filter((reply) => reply.isNew).length, 1);
    assert.equal(new Set(replies.map((reply) => reply.installationId)).size, 1);
    assert.equal(new Set(replies.map((reply) => reply.sessionId)).size, 200);
    const { db } = project.server.app;
    const installations = await db
      .selectFrom('installations')
      .select('id')
      .where('project_id', '=', project.project.id)
      .execute();
    assert.equal(installations.length, 1);
    const sessions = await sessionsOf(project, installations[0]!.id);
    assert.equal(sessions.length, 200);
    assert.equal(sessions.filter(({ state }) => state === 'active').length, 1);
  });

  test('simultaneous calls with a token and a changed id stay one installation', async () => {
    const project = await newProject();
    const held = await newInstallation(project);
    const installationId = randomUUID();
    const call = installation(project, held);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => call(bootstrap, { body: { installationId } })),
    );
    const ids = replies.map((reply) => (reply.body as BootstrapResponse).installationId);
    assert.deepEqual([...new Set(ids)], [held.id]);
  });
});

describe('bootstrap: reinstalls (Rule: attribution)', () => {
  test('a new id with a known persistentDeviceId is a reinstall in the first answer, and names the older id in all', async () => {
    const project = await anyProject();
    const persistentDeviceId = randomUUID();
    const older = randomUUID();
    const newer = randomUUID();
    const first = await start(project, { installationId: older, persistentDeviceId });
    assert.equal(first.isReinstall, false);
    const second = await start(project, { installationId: newer, persistentDeviceId });
    assert.deepEqual(
      [second.isNew, second.isReinstall, second.previousInstallationId],
      [true, true, older],
    );
    assert.ok(Math.abs(Date.parse(second.reinstallDetectedAt ?? '') - Date.now()) < 60_000);
    const again = await start(project, { installationId: newer, persistentDeviceId });
    assert.deepEqual(
      [again.isReinstall, again.previousInstallationId, again.reinstallDetectedAt],
      [false, older, second.reinstallDetectedAt],
    );
    const third = await start(project, { persistentDeviceId });
    assert.equal(third.previousInstallationId, newer);
    const { db } = project.server.app;
    await db.deleteFrom('installations').where('id', '=', first.installationId).execute();
    const erased = await start(project, { installationId: newer, persistentDeviceId });
    assert.ok(!('previousInstallationId' in erased) && !('reinstallDetectedAt' in erased));
  });

  test('a reinstall is detected even if the token survived it', async () => {
    const project = await anyProject();
    const persistentDeviceId = randomUUID();
    const first = await start(project, { persistentDeviceId });
    const call = installation(project, { token: first.installationToken });
    const reply = await call(bootstrap, {
      body: { installationId: randomUUID(), persistentDeviceId },
    });
    assert.ok(reply.status === 201 && reply.body.isReinstall);
    assert.notEqual(reply.body.installationId, first.installationId);
  });

  test('reinstalls are not detected across projects or without a persistentDeviceId', async () => {
    const [one, two] = [await anyProject(), await newProject()];
    const persistentDeviceId = randomUUID();
    await start(one, { persistentDeviceId });
    assert.equal((await start(two, { persistentDeviceId })).isReinstall, false);
    assert.equal((await start(one)).isReinstall, false);
    await start(one, { persistentDeviceId: '' });
    assert.equal((await start(one, { persistentDeviceId: '' })).isReinstall, false);
  });

  test('while the earlier installation is being erased, the new one is not a reinstall', async () => {
    const project = await newProject();
    const { db } = project.server.app;
    const persistentDeviceId = randomUUID();
    const older = await start(project, { persistentDeviceId });
    const { pending } = await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('installations').where('id', '=', older.installationId).execute();
      const pending = start(project, { persistentDeviceId });
      await Promise.race([pending, untilSomebodyWaits(db)]);
      return { pending };
    });
    assert.deepEqual([(await pending).isNew, (await pending).isReinstall], [true, false]);
  });
});

describe('bootstrap errors', () => {
  test('400: fields have the same rules as in track', async () => {
    const project = await anyProject();
    const body = { persistentDeviceId: 5, batteryLevel: 2, extra: 1 } as never;
    const reply = await appKey(project)(bootstrap, { body });
    assert.equal(reply.status, 400);
    assert.equal((reply.body as { message: string[] }).message.length, 4);
  });

  test('401: without an app key', async () => {
    const reply = await (await anonymous())(bootstrap, { body: { installationId: 'x' } });
    assert.equal(reply.status, 401);
  });

  test('413: a body of 300 KB', async () => {
    const project = await anyProject();
    const body = { installationId: 'x', metadata: { a: 'x'.repeat(300_000) } };
    assert.equal((await appKey(project)(bootstrap, { body })).status, 413);
  });

  test("503 with Retry-After: the database's queue is full", async () => {
    const server = await startServer();
    const project = await newProject({}, server);
    // The key is known from now on, so that the refusal asks the database nothing.
    await server.app.changes.caughtUp();
    await start(project);
    const { pool } = server.app;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const waiting = Array.from({ length: 1001 }, () => pool.query('select 1'));
    const reply = await appKey(project)(bootstrap, { body: { installationId: 'x' } });
    for (const client of held) client.release();
    await Promise.all(waiting);
    assert.equal(reply.status, 503);
    assert.equal(reply.headers.get('retry-after'), '5');
  });
});
