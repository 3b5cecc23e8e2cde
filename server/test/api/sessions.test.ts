import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import {
  anonymous,
  anyProject,
  appKey,
  installation,
  newInstallation,
  newProject,
  requireInstallation,
  type TestInstallation,
  type TestProject,
} from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';
import { SECRET, startServer, type TestServer } from '../support/useServer.ts';

const { startSession, endSession } = operations;

async function begin(project: TestProject, installationId: string): Promise<string> {
  const reply = await appKey(project)(startSession, { body: { installationId } });
  if (reply.status !== 201) throw new Error(`No session: ${JSON.stringify(reply.body)}`);
  return reply.body.sessionId;
}

async function stateOf(project: TestProject, sessionId: string) {
  return project.server.app.db
    .selectFrom('sessions')
    .select(['state', 'started_at', 'ended_at'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

describe('startSession 201', () => {
  test("accepts the app's own installation id, or the record's UUID in either case", async () => {
    const project = await anyProject();
    const one = await newInstallation(project);
    for (const installationId of [one.clientId, one.id, one.id.toUpperCase()]) {
      const reply = await appKey(project)(startSession, { body: { installationId } });
      assert.equal(reply.status, 201);
      assert.deepEqual(Object.keys(reply.body), ['success', 'sessionId']);
      assert.equal(reply.body.success, true);
    }
  });

  test('ends the older session at the moment that it starts', async () => {
    const project = await anyProject();
    const { clientId } = await newInstallation(project);
    const [first, second] = [await begin(project, clientId), await begin(project, clientId)];
    const [older, newer] = [await stateOf(project, first), await stateOf(project, second)];
    assert.deepEqual([older.state, newer.state], ['ended', 'active']);
    assert.deepEqual(older.ended_at, newer.started_at);
  });

  test('100 simultaneous starts leave one session active', async () => {
    const project = await anyProject();
    const { clientId, id } = await newInstallation(project);
    await Promise.all(Array.from({ length: 100 }, () => begin(project, clientId)));
    const active = await project.server.app.db
      .selectFrom('sessions')
      .select('id')
      .where('installation_id', '=', id)
      .where('state', '=', 'active')
      .execute();
    assert.equal(active.length, 1);
  });
});

describe('startSession with a token', () => {
  test('201: starts a session of the installation that the token names, with or without a body', async () => {
    const project = await anyProject();
    const phone = await newInstallation(project);
    const call = installation(project, phone);
    for (const input of [{}, { body: {} }, { body: { networkType: 'wifi' } }]) {
      const reply = await call(startSession, input);
      assert.ok(reply.status === 201);
      const session = await project.server.app.db
        .selectFrom('sessions')
        .select('installation_id')
        .where('id', '=', reply.body.sessionId)
        .executeTakeFirstOrThrow();
      assert.equal(session.installation_id, phone.id);
    }
  });

  test('400: neither a token nor an installationId; 428 where the project requires one', async () => {
    const project = await newProject();
    for (const input of [{}, { body: {} }]) {
      const reply = await appKey(project)(startSession, input);
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), /installationId is required/);
    }
    await requireInstallation(project);
    const phone = appKey(project, { 'x-svc-client-platform': 'ios' });
    assert.equal((await phone(startSession, { body: {} })).status, 428);
  });
});

describe('startSession errors', () => {
  test('400: unknown properties, and a battery level outside 0 to 1', async () => {
    const project = await anyProject();
    const body = { installationId: '', batteryLevel: 1.5, deviceModel: 'x' } as never;
    const reply = await appKey(project)(startSession, { body });
    assert.equal(reply.status, 400);
    assert.equal((reply.body as { message: string[] }).message.length, 3);
  });

  test('400: metadata that cannot be stored', async () => {
    const project = await anyProject();
    const body = { installationId: 'x', metadata: { a: '\u0000' } };
    assert.equal((await appKey(project)(startSession, { body })).status, 400);
  });

  test('401: without a key, or with an expired, forged or foreign token', async () => {
    const [project, other] = [await anyProject(), await newProject()];
    const one = await newInstallation(project);
    const foreign = await newInstallation(other);
    const { installationTokens } = project.server.app;
    const record = { id: one.id, projectId: project.project.id };
    const stale = installationTokens.issue(record, Date.now() - 181 * 24 * 3600 * 1000);
    const body = { installationId: one.clientId };
    assert.equal((await (await anonymous())(startSession, { body })).status, 401);
    const messages: [string, string][] = [
      [stale, 'Installation token expired'],
      [`${one.token}x`, 'Installation token invalid'],
      [foreign.token, 'Installation token invalid'],
    ];
    for (const [token, message] of messages) {
      const reply = await installation(project, { token })(startSession, { body });
      assert.equal(reply.status, 401);
      assert.equal((reply.body as { message: string }).message, message);
    }
  });

  test('404: an unknown installation, or one of another project', async () => {
    const [project, other] = [await anyProject(), await newProject()];
    const foreign = await newInstallation(other);
    for (const installationId of [randomUUID(), foreign.clientId, foreign.id]) {
      const reply = await appKey(project)(startSession, { body: { installationId } });
      assert.equal(reply.status, 404);
    }
  });

  test('413: a body of 300 KB', async () => {
    const project = await anyProject();
    const body = { installationId: 'x', metadata: { a: 'x'.repeat(300_000) } };
    assert.equal((await appKey(project)(startSession, { body })).status, 413);
  });

  test('428: a phone that names no installation, where the project requires one', async () => {
    const project = await newProject();
    await requireInstallation(project);
    const one = await newInstallation(project);
    const unknown = { installationId: randomUUID() };
    const phone = { 'x-svc-client-platform': 'ios' };
    const refused = await appKey(project, phone)(startSession, { body: unknown });
    assert.equal(refused.status, 428);
    assert.equal((refused.body as { error: string }).error, 'PRECONDITION_REQUIRED');
    const server = { 'x-svc-client-platform': 'server' };
    assert.equal((await appKey(project, server)(startSession, { body: unknown })).status, 404);
    const known = { installationId: one.clientId };
    assert.equal((await appKey(project, phone)(startSession, { body: known })).status, 201);
    const held = installation(project, one, phone);
    assert.equal((await held(startSession, { body: unknown })).status, 404);
  });
});

describe('endSession', () => {
  test('200: ending twice succeeds and keeps the first end', async () => {
    const project = await anyProject();
    const sessionId = await begin(project, (await newInstallation(project)).clientId);
    const first = await appKey(project)(endSession, { params: { sessionId } });
    assert.deepEqual([first.status, first.body], [200, { success: true }]);
    const { state, ended_at } = await stateOf(project, sessionId);
    assert.ok(state === 'ended' && ended_at instanceof Date);
    const second = await appKey(project)(endSession, { params: { sessionId } });
    assert.deepEqual([second.status, second.body], [200, { success: true }]);
    assert.deepEqual((await stateOf(project, sessionId)).ended_at, ended_at);
  });

  test('400: an id that is not a UUID', async () => {
    const reply = await appKey(await anyProject())(endSession, { params: { sessionId: 'mine' } });
    assert.equal(reply.status, 400);
    assert.match((reply.body as { message: string }).message, /^sessionId must be a UUID$/);
  });

  test('401: without an app key', async () => {
    const params = { sessionId: randomUUID() };
    assert.equal((await (await anonymous())(endSession, { params })).status, 401);
  });

  test('404: an unknown session, or one of another project', async () => {
    const [project, other] = [await anyProject(), await newProject()];
    const foreign = await begin(other, (await newInstallation(other)).clientId);
    for (const sessionId of [randomUUID(), foreign]) {
      const reply = await appKey(project)(endSession, { params: { sessionId } });
      assert.equal(reply.status, 404);
    }
    assert.equal((await stateOf(other, foreign)).state, 'active');
  });

  test('200: SDKs may send {} or an empty JSON body, with only the app key', async () => {
    const project = await anyProject();
    for (const body of ['{}', undefined, '']) {
      const sessionId = await begin(project, (await newInstallation(project)).clientId);
      const reply = await send({
        method: 'POST',
        path: `/sdk/sessions/${sessionId}/end`,
        headers: { 'x-app-key': project.appKey, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      assert.equal(reply.status, 200, reply.text);
      assert.equal((await stateOf(project, sessionId)).state, 'ended');
    }
  });
});

describe('token refresh on key operations (Rule: credentials)', () => {
  const DAY = 24 * 3600 * 1000;
  async function aged(project: TestProject, one: TestInstallation, days: number) {
    const record = { id: one.id, projectId: project.project.id };
    const issuedAt = Date.now() - days * DAY;
    return installation(project, {
      token: project.server.app.installationTokens.issue(record, issuedAt),
    });
  }

  test('a token with less than 90 days left is answered with a fresh one', async () => {
    const project = await anyProject();
    const one = await newInstallation(project);
    const body = { installationId: one.clientId };
    const young = await (await aged(project, one, 89))(startSession, { body });
    assert.equal(young.headers.get('x-installation-token'), null);
    const old = await (await aged(project, one, 91))(startSession, { body });
    const fresh = old.headers.get('x-installation-token') ?? '';
    const check = await project.server.app.installationTokens.verify(fresh);
    assert.ok(check.kind === 'valid' && !check.needsRefresh);
    assert.equal(check.installationId, one.id);
  });

  test('tokens of the former SECRET stay valid while it is listed in PREVIOUS_SECRETS', async () => {
    const project = await anyProject();
    const one = await newInstallation(project);
    const body = { installationId: one.clientId };
    const fresh = { SECRET: 'another-secret-of-this-year' };
    const rotated = await startServer({ ...fresh, PREVIOUS_SECRETS: SECRET });
    const forgetful = await startServer(fresh);
    const callAt = (server: TestServer, token: string) =>
      installation({ ...project, server }, { token })(startSession, { body });
    assert.equal((await callAt(rotated, one.token)).status, 201);
    assert.equal((await callAt(forgetful, one.token)).status, 401);
    const renewed = await newInstallation({ ...project, server: rotated }, body);
    assert.equal(renewed.id, one.id);
    assert.equal((await callAt(forgetful, renewed.token)).status, 201);
  });

  test('erasing an installation invalidates its token at once', async () => {
    const project = await anyProject();
    const one = await newInstallation(project);
    const call = installation(project, one);
    const body = { installationId: one.clientId };
    assert.equal((await call(startSession, { body })).status, 201);
    const { db, lookups } = project.server.app;
    await db.deleteFrom('installations').where('id', '=', one.id).execute();
    lookups.apply({ kind: 'installations', projectId: project.project.id });
    const reply = await call(startSession, { body });
    assert.equal(reply.status, 401);
    assert.equal((reply.body as { message: string }).message, 'Installation token invalid');
  });
});
