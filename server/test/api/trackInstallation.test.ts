import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { decodeJwt } from 'jose';
import {
  anonymous,
  anyProject,
  appKey,
  installation,
  newInstallation,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';

const { trackInstallation } = operations;

async function rowOf(project: TestProject, id: string) {
  return project.server.app.db
    .selectFrom('installations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

const FULL = {
  deviceId: 'device-1',
  deviceModel: 'Pixel 9',
  deviceManufacturer: 'Google',
  osName: 'Android',
  osVersion: '15',
  appVersion: '2.4.0',
  appBuild: '240',
  language: 'de-AT',
  timezone: 'Europe/Vienna',
  networkType: 'wifi',
  deviceOrientation: 'portrait',
  batteryLevel: 0.87,
  isCharging: true,
  metadata: { plan: { deep: [1, null] } },
};

describe('trackInstallation 201', () => {
  test('creates an installation and returns its record id, isNew and the token', async () => {
    const project = await anyProject();
    const body = { ...FULL, installationId: randomUUID() };
    const reply = await appKey(project)(trackInstallation, {
      body,
    });
    assert.equal(reply.status, 201);
    const { installationId, isNew, installationToken = '', success } = reply.body;
    assert.deepEqual([success, isNew], [true, true]);
    assert.notEqual(installationId, body.installationId);
    assert.equal(reply.headers.get('x-installation-token'), installationToken);
    const { sub, prj } = decodeJwt(installationToken);
    assert.deepEqual([sub, prj], [installationId, project.project.id]);
    const row = await rowOf(project, installationId);
    assert.equal(row.client_id, body.installationId);
    assert.deepEqual(
      [row.device_id, row.device_model, row.device_manufacturer, row.os_name, row.os_version],
      ['device-1', 'Pixel 9', 'Google', 'Android', '15'],
    );
    assert.deepEqual(
      [row.app_version, row.app_build, row.language, row.timezone, row.network_type],
      ['2.4.0', '240', 'de-AT', 'Europe/Vienna', 'wifi'],
    );
    assert.deepEqual(
      [row.device_orientation, row.battery_level, row.is_charging, row.metadata],
      ['portrait', 0.87, true, FULL.metadata],
    );
  });

  test('updates a known installation and keeps values that are not sent', async () => {
    const project = await anyProject();
    const first = await newInstallation(project, FULL);
    const reply = await appKey(project)(trackInstallation, {
      body: { installationId: first.clientId, appVersion: '2.5.0' },
    });
    assert.equal(reply.status, 201);
    assert.deepEqual([reply.body.isNew, reply.body.installationId], [false, first.id]);
    const row = await rowOf(project, first.id);
    assert.deepEqual([row.app_version, row.device_model], ['2.5.0', 'Pixel 9']);
    assert.ok(row.last_seen_at >= row.first_seen_at);
  });

  test('ids are case-sensitive', async () => {
    const project = await anyProject();
    const upper = randomUUID().toUpperCase();
    const one = await newInstallation(project, { installationId: upper });
    const two = await newInstallation(project, { installationId: upper.toLowerCase() });
    assert.notEqual(one.id, two.id);
  });

  test("the record's id names the same installation as the app's own id", async () => {
    const project = await anyProject();
    const first = await newInstallation(project);
    const again = await newInstallation(project, { installationId: first.id });
    assert.equal(again.id, first.id);
    assert.equal((await rowOf(project, first.id)).client_id, first.clientId);
  });

  test('an app whose id changed in an update stays one installation by its token', async () => {
    const project = await anyProject();
    const first = await newInstallation(project);
    const reply = await installation(project, first)(trackInstallation, {
      body: { installationId: 'id-of-the-new-release' + first.id },
    });
    assert.equal(reply.status, 201);
    assert.deepEqual([reply.body.isNew, reply.body.installationId], [false, first.id]);
    const again = await newInstallation(project, {
      installationId: 'id-of-the-new-release' + first.id,
    });
    assert.equal(again.id, first.id);
  });

  test("a token does not take over another installation's id", async () => {
    const project = await anyProject();
    const [one, two] = [await newInstallation(project), await newInstallation(project)];
    const reply = await installation(project, one)(trackInstallation, {
      body: { installationId: two.clientId },
    });
    assert.ok(reply.status === 201 && reply.body.installationId === two.id);
  });

  test('two projects may have the same id', async () => {
    const [one, two] = [await anyProject(), await newProject()];
    const installationId = randomUUID();
    const first = await newInstallation(one, { installationId });
    const second = await newInstallation(two, { installationId });
    assert.notEqual(first.id, second.id);
  });
});

describe('trackInstallation metadata (Rule: bodies 7)', () => {
  test('201: a number that JavaScript cannot hold exactly, since no app gets it back', async () => {
    const project = await anyProject();
    for (const client of ['api-direct', 'sdk-android']) {
      const metadata = { big: 2 ** 53 + 2, note: client };
      const body = { installationId: randomUUID(), metadata };
      const reply = await appKey(project, { 'x-svc-client': client })(trackInstallation, { body });
      assert.ok(reply.status === 201);
      const { metadata: stored } = await rowOf(project, reply.body.installationId);
      assert.deepEqual(stored, metadata);
    }
  });
});

describe('trackInstallation 400', () => {
  const cases: [string, object, RegExp][] = [
    ['no installationId', { installationId: undefined }, /^installationId is required$/],
    ['installationId empty', { installationId: '' }, /^installationId must not be empty$/],
    ['installationId a number', { installationId: 7 }, /^installationId must be a string$/],
    [
      'installationId too long',
      { installationId: 'x'.repeat(LIMITS.installationIdLength + 1) },
      /at most \d+ characters/,
    ],
    ['installationId with NUL', { installationId: 'a\u0000' }, /NUL/],
    ['batteryLevel 1.5', { batteryLevel: 1.5 }, /^batteryLevel must be 1 or less$/],
    ['batteryLevel below 0', { batteryLevel: -0.1 }, /^batteryLevel must be 0 or more$/],
    ['batteryLevel as text', { batteryLevel: '0.5' }, /^batteryLevel must be a number$/],
    ['isCharging as text', { isCharging: 'true' }, /^isCharging must be a boolean$/],
    ['deviceModel null', { deviceModel: null }, /^deviceModel must be a string$/],
    ['deviceModel with NUL', { deviceModel: '\u0000' }, /^deviceModel must not contain a NUL/],
    ['metadata a text', { metadata: 'x' }, /^metadata must be an object$/],
    ['metadata with NUL', { metadata: { a: '\u0000' } }, /^metadata must not contain NUL/],
    ['metadata too large', { metadata: { a: 'x'.repeat(33_000) } }, /^metadata must be at most 32/],
    ['an unknown property', { colour: 'red' }, /^colour is not a known property/],
    ['persistentDeviceId', { persistentDeviceId: 'x' }, /^persistentDeviceId is not a known/],
  ];
  for (const [name, change, message] of cases) {
    test(name, async () => {
      const project = await anyProject();
      const reply = await appKey(project)(trackInstallation, {
        body: { installationId: 'someone', ...change },
      });
      assert.equal(reply.status, 400);
      assert.match((reply.body as { message: string }).message, message);
    });
  }
});

describe('an expired installation token (Rule: credentials 6)', () => {
  test('is renewed by track and bootstrap, for direct clients too', async () => {
    const project = await anyProject();
    const { id, clientId } = await newInstallation(project);
    const token = project.server.app.installationTokens.issue(
      { id, projectId: project.project.id },
      Date.now() - 181 * 24 * 3600 * 1000,
    );
    const call = installation(project, { token });
    const body = { installationId: clientId };
    const tracked = await call(trackInstallation, { body });
    assert.equal(tracked.status, 201);
    const started = await call(operations.bootstrap, { body });
    assert.equal(started.status, 200);
    for (const { installationToken = '', installationId } of [tracked.body, started.body]) {
      assert.equal(installationId, id);
      const check = await project.server.app.installationTokens.verify(installationToken);
      assert.equal(check.kind, 'valid');
    }
    const elsewhere = await call(operations.startSession, { body });
    assert.equal(elsewhere.status, 401);
  });
});

describe('trackInstallation 401', () => {
  test('without an app key', async () => {
    const reply = await (await anonymous())(trackInstallation, { body: { installationId: 'x' } });
    assert.equal(reply.status, 401);
    assert.equal((reply.body as { message: string }).message, 'API key is required');
  });

  test('with a forged token, except from an SDK client, which gets a new one', async () => {
    const project = await anyProject();
    const body = { installationId: randomUUID() };
    const forged = { token: 'x.y.z' };
    const refused = await installation(project, forged)(trackInstallation, { body });
    assert.equal(refused.status, 401);
    assert.equal((refused.body as { message: string }).message, 'Installation token invalid');
    const sdk = installation(project, forged, { 'x-svc-client': 'sdk-ios' });
    assert.equal((await sdk(trackInstallation, { body })).status, 201);
  });
});

describe('trackInstallation 413', () => {
  test('a body of 300 KB', async () => {
    const project = await anyProject();
    const body = { installationId: 'x', metadata: { a: 'x'.repeat(300_000) } };
    const reply = await appKey(project)(trackInstallation, { body });
    assert.equal(reply.status, 413);
  });
});
