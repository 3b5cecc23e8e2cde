import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import {
  anyProject,
  appKey,
  newInstallation,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { newSdkPhone, type SdkReply } from '../support/callers/sdkPhones.ts';
import { send } from '../support/callers/request.ts';
import { startServer } from '../support/useServer.ts';

/** How SDKs in the field behave on the wire, and what breaks them: each test is a line of that record. */

async function installed(project: TestProject, change: object) {
  const phone = newSdkPhone(project, 'android');
  const reply = await phone.bootstrap(change);
  assert.equal(reply.status, 201, reply.text);
  return installationRow(project, String(reply.body['installationId']));
}

function installationRow(project: TestProject, id: string) {
  return project.server.app.db
    .selectFrom('installations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

function sessionRow(project: TestProject, reply: SdkReply) {
  return project.server.app.db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', String(reply.body['sessionId']))
    .executeTakeFirstOrThrow();
}

describe('SDK clients: bootstrap', () => {
  test('the minimal body is installationId and metadata.client', async () => {
    const project = await anyProject();
    const client = { type: 'sdk-flutter', version: '0.9.1', platform: 'ios' };
    const installationId = randomUUID();
    const reply = await newSdkPhone(project, 'flutter').call('POST', '/sdk/bootstrap', {
      body: { installationId, metadata: { client } },
    });
    assert.equal(reply.status, 201, reply.text);
    const row = await installationRow(project, String(reply.body['installationId']));
    assert.deepEqual(
      [row.client_id, row.client_type, row.client_version, row.client_platform],
      [installationId, 'sdk-flutter', '0.9.1', 'ios'],
    );
  });

  test('a reinstall returns the former id as a string and an ISO 8601 time', async () => {
    const project = await anyProject();
    const persistentDeviceId = randomUUID();
    const older = newSdkPhone(project, 'ios');
    await older.bootstrap({ persistentDeviceId });
    const { body } = await newSdkPhone(project, 'ios').bootstrap({ persistentDeviceId });
    assert.equal(body['isReinstall'], true);
    assert.equal(body['previousInstallationId'], older.installationId);
    assert.match(String(body['reinstallDetectedAt']), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });
});

describe('SDK clients without a client header', () => {
  test('deferred match ignores unknown fields and accepts a numeric systemVersion', async () => {
    const project = await anyProject();
    const reply = await send({
      method: 'POST',
      path: '/sdk/deferred/match?source=first-run',
      headers: { 'x-app-key': project.appKey },
      body: JSON.stringify({
        fingerprint: { os: 'ios', systemVersion: 18.5, name: 'Ada’s iPhone' },
        clickId: null,
        isFirstRun: true,
      }),
    });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(JSON.parse(reply.text).success, true);
  });

  test('an unlisted brand is logged once, naming HEADER_BRANDS', async () => {
    const server = await startServer();
    const warned: unknown[][] = [];
    server.app.log.warn = (...said: unknown[]) => void warned.push(said);
    const project = await newProject({}, server);
    const phone = newSdkPhone(project, 'android', { brand: 'acme-links' });
    assert.equal((await phone.bootstrap({ batteryLevel: '87' })).status, 400);
    await phone.bootstrap({ batteryLevel: '87' });
    await newSdkPhone(project, 'android').bootstrap({});
    await appKey(project, { 'x-goog-api-client': 'gl-node/24' })(operations.getHealth, {});
    const [[details, words] = [], ...more] = warned;
    assert.equal((details as { brand: string }).brand, 'acme-links');
    assert.match(String(words), /"acme-links".*HEADER_BRANDS/);
    assert.deepEqual(more, []);
  });
});

describe('SDK clients: lenient parsing of telemetry', () => {
  const levels: [unknown, number | null][] = [
    [0, 0],
    [0.42, 0.42],
    [1, 1],
    [87, 0.87],
    [100, 1],
    ['87', 0.87],
    ['100', 1],
    ['0.5', 0.5],
    [-1, null],
    [250, null],
    ['', null],
    [null, null],
    ['unknown', null],
    [{}, null],
  ];
  for (const [sent, stored] of levels) {
    test(`batteryLevel ${JSON.stringify(sent)} is stored as ${stored}`, async () => {
      const project = await anyProject();
      const row = await installed(project, { batteryLevel: sent });
      assert.equal(row.battery_level, stored);
    });
  }

  test('a direct client gets 400 for a batteryLevel of 1.5 or "87"', async () => {
    const project = await anyProject();
    for (const batteryLevel of [1.5, 87, '87']) {
      const reply = await appKey(project, { 'x-svc-client': 'api-direct' })(
        operations.trackInstallation,
        { body: { installationId: 'x', batteryLevel } as never },
      );
      assert.equal(reply.status, 400);
    }
  });

  test('metadata may have strings for numbers and objects, client included', async () => {
    const project = await anyProject();
    const metadata = {
      client: '{type=sdk-android, version=1.0.9, platform=android}',
      launches: '3',
      screen: '{width=412}',
    };
    const row = await installed(project, { metadata });
    assert.deepEqual(row.metadata, metadata);
    assert.deepEqual(
      [row.client_type, row.client_version, row.client_platform],
      ['sdk-android', '1.0.9', 'android'],
    );
  });

  test('isCharging and strings are converted from other types', async () => {
    const project = await anyProject();
    const row = await installed(project, { isCharging: 'true', appBuild: 240, osVersion: 15 });
    assert.deepEqual([row.is_charging, row.app_build, row.os_version], [true, '240', '15']);
  });

  test('empty strings mean unknown and do not overwrite known values', async () => {
    const project = await anyProject();
    const phone = newSdkPhone(project, 'android');
    const first = await phone.bootstrap({ deviceModel: 'Pixel 9' });
    const second = await phone.bootstrap({ deviceModel: '', networkType: '', timezone: null });
    assert.equal(second.status, 200, second.text);
    const row = await installationRow(project, String(first.body['installationId']));
    assert.deepEqual([row.device_model, row.timezone], ['Pixel 9', 'Europe/Vienna']);
  });

  test('invalid telemetry is dropped, never refused', async () => {
    const project = await anyProject();
    const row = await installed(project, {
      deviceModel: 'x'.repeat(5000),
      osName: ['iOS'],
      language: 'a\u0000b',
      metadata: 'none',
      of: 'the future',
    });
    assert.equal(row.device_model?.length, 1024);
    assert.deepEqual([row.os_name, row.language, row.metadata], [null, null, null]);
  });

  test('invalid metadata is dropped, so that the app can start', async () => {
    const project = await anyProject();
    const deep: unknown = JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`);
    for (const bad of [
      { name: 'Ann\ud83d' },
      { a: 'b\u0000' },
      { a: 'x'.repeat(40_000) },
      { deep },
    ]) {
      const metadata = { ...bad, client: { type: 'sdk-android', version: '1.0.9' } };
      const phone = newSdkPhone(project, 'android');
      const first = await phone.bootstrap({ metadata });
      assert.equal(first.status, 201, first.text);
      const row = await installationRow(project, String(first.body['installationId']));
      assert.deepEqual([row.metadata, row.client_version], [null, '1.0.9']);
      const started = await phone.startSession('', { metadata });
      assert.equal(started.status, 201, started.text);
      assert.equal((await sessionRow(project, started)).metadata, null);
    }
  });

  test('a session start may have extra fields and metadata', async () => {
    const project = await anyProject();
    const phone = newSdkPhone(project, 'android');
    await phone.bootstrap();
    const started = await phone.startSession('');
    assert.equal(started.status, 201, started.text);
    const { battery_level, network_type, metadata } = await sessionRow(project, started);
    assert.deepEqual([battery_level, network_type], [0.87, 'wifi']);
    assert.ok(metadata !== null);
  });

  test('a session ends with {} or an empty JSON body, without a token', async () => {
    const project = await anyProject();
    for (const kind of ['android', 'ios'] as const) {
      const phone = newSdkPhone(project, kind);
      const { body } = await phone.bootstrap();
      const ended = await phone.endSession(String(body['sessionId']));
      assert.deepEqual([ended.status, ended.body], [200, { success: true }], kind);
    }
  });

  test('resolve takes url percent-encoded or with raw & and =', async () => {
    const project = await anyProject();
    const link = await newLink(project, { allowQueryPassthrough: true });
    const url = `https://${project.host}/${link.slug}?a=1&b=2`;
    const encoded = await newSdkPhone(project, 'android').resolve(url);
    assert.deepEqual(encoded.body['parameters'], { a: '1', b: '2' });
    const raw = await newSdkPhone(project, 'ios').resolve(url);
    assert.deepEqual([raw.status, raw.body['parameters']], [200, { a: '1' }]);
  });

  test('an installation id in X-Device-Id attaches on resolve, as Android sends it', async () => {
    const project = await anyProject();
    const link = await newLink(project);
    const phone = newSdkPhone(project, 'android');
    await phone.bootstrap();
    const reply = await phone.call('GET', `/sdk/resolve?url=${link.shortUrl}`, {
      headers: { 'x-device-id': phone.installationId, 'x-installation-token': undefined },
    });
    assert.equal(reply.headers['x-svc-context'], 'installation-attached');
  });

  test('upper-case ids from iOS match exactly as sent', async () => {
    const project = await anyProject();
    const phone = newSdkPhone(project, 'ios');
    const first = await phone.bootstrap();
    assert.equal(phone.installationId, phone.installationId.toUpperCase());
    const row = await installationRow(project, String(first.body['installationId']));
    assert.equal(row.client_id, phone.installationId);
    assert.equal((await phone.startSession('')).status, 201);
    const lower = await phone.call('POST', '/sdk/sessions/start', {
      body: { installationId: phone.installationId.toLowerCase() },
    });
    assert.equal(lower.status, 404);
  });

  test("sessions and bootstrap accept the record's UUID as well as the app's own id", async () => {
    const project = await anyProject();
    const phone = newSdkPhone(project, 'flutter');
    const first = await phone.bootstrap();
    const recordId = String(first.body['installationId']);
    assert.equal((await phone.startSession(recordId)).status, 201);
    const own = await phone.startSession(phone.installationId);
    assert.equal(own.status, 201);
    const again = await phone.bootstrap({ installationId: recordId });
    assert.deepEqual([again.status, again.body['installationId']], [200, recordId]);
  });

  test('a session start right after bootstrap leaves one session active', async () => {
    const project = await anyProject();
    const phone = newSdkPhone(project, 'android');
    const first = await phone.bootstrap();
    const second = await phone.startSession('');
    assert.equal((await sessionRow(project, first)).state, 'ended');
    assert.equal((await sessionRow(project, second)).state, 'active');
  });

  test('version headers may have any value, and header names any case', async () => {
    const project = await anyProject();
    const phone = newSdkPhone(project, 'ios');
    for (const version of ['', '0', '999.999', 'nonsense ½', '-1', 'null']) {
      const reply = await phone.bootstrap({ metadata: { client: { version } } });
      assert.ok(reply.status < 300, reply.text);
    }
    const reply = await send({
      method: 'POST',
      path: '/sdk/bootstrap',
      port: project.server.port,
      headers: {
        'X-App-Key': project.appKey,
        'Content-Type': 'application/json',
        'X-SVC-CLIENT': 'sdk-ios',
        'X-Svc-Client-Version': 'not a version',
      },
      body: JSON.stringify({ installationId: randomUUID(), batteryLevel: 87 }),
    });
    assert.equal(reply.status, 201, reply.text);
  });

  test('an expired token does not block the calls that renew it', async () => {
    const project = await anyProject();
    const { id, clientId } = await newInstallation(project);
    const stale = project.server.app.installationTokens.issue(
      { id, projectId: project.project.id },
      Date.now() - 200 * 24 * 3600 * 1000,
    );
    const phone = newSdkPhone(project, 'android');
    for (const path of ['/sdk/bootstrap', '/sdk/installations/track']) {
      const reply = await phone.call('POST', path, {
        body: { installationId: clientId },
        headers: { 'x-installation-token': stale },
      });
      assert.ok(reply.status < 300, reply.text);
      assert.equal(reply.body['installationId'], id);
    }
  });
});

describe('SDK clients: link creation', () => {
  test('accepts type and domain only, every preview key, empty strings and socialMediaTags', async () => {
    const project = await newProject();
    const phone = newSdkPhone(project, 'android');
    const smallest = await phone.createLink({ type: 'dynamic', domain: project.host });
    assert.equal(smallest.status, 201, smallest.text);
    const keys =
      'ogTitle ogDescription ogImage ogSiteName ogType ogUrl twitterCard twitterSite twitterCreator twitterTitle twitterDescription twitterImage';
    const metadata = Object.fromEntries(keys.split(' ').map((key) => [key, `${key}: not a URL`]));
    const full = await phone.createLink({
      type: 'unified',
      domain: project.host,
      name: '',
      fallbackUrl: '',
      metadata,
      socialMediaTags: { title: 'x' },
    });
    assert.equal(full.status, 201, full.text);
    assert.deepEqual(full.body['metadata'], metadata);
    for (const { body } of [smallest, full]) {
      assert.ok(!('fallbackUrl' in body) && !('error' in body) && !('socialMediaTags' in body));
    }
  });

  test('a direct client gets 400 for socialMediaTags', async () => {
    const project = await anyProject();
    const body = { type: 'unified', socialMediaTags: {} } as never;
    assert.equal((await appKey(project)(operations.createLink, { body })).status, 400);
  });
});

describe('SDK clients: compatibility of answers', () => {
  test('absent URL fields, token, session and short URL are omitted, never null', async () => {
    const project = await newProject();
    const link = await newLink(project, { type: 'dynamic', fallbackUrl: undefined } as never);
    const phone = newSdkPhone(project, 'android');
    const replies = [
      await phone.bootstrap(),
      await phone.resolve(link.shortUrl),
      await phone.createLink({ type: 'unified' }),
      await phone.startSession(''),
    ];
    for (const reply of replies) {
      assert.ok(!reply.text.includes('null'), reply.text);
      assert.ok(!/"(error|timestamp|duration)":/.test(reply.text), reply.text);
      assert.match(reply.text, /^\{/);
    }
    assert.deepEqual(replies[1]?.body['type'], 'dynamic');
  });

  test('session bodies have a boolean success', async () => {
    const phone = newSdkPhone(await anyProject(), 'ios');
    const first = await phone.bootstrap();
    const started = await phone.startSession('');
    const ended = await phone.endSession(String(started.body['sessionId']));
    for (const { body } of [first, started, ended]) assert.equal(body['success'], true);
  });

  test('an error message is one string for SDKs, a list for others', async () => {
    const project = await anyProject();
    const bad = { type: 'magic', externalId: 'a b', name: 'x'.repeat(300) };
    const sdk = await newSdkPhone(project, 'android').createLink(bad);
    assert.equal(sdk.status, 400);
    const message = String(sdk.body['message']);
    assert.equal(sdk.body['message'], message);
    assert.ok(message.split('; ').length >= 2, message);
    const direct = await appKey(project)(operations.createLink, { body: bad as never });
    assert.ok(Array.isArray((direct.body as { message: unknown }).message));
  });

  test('every error has a string message, at both bases', async () => {
    const project = await anyProject();
    for (const base of ['', '/v1']) {
      const phone = newSdkPhone(project, 'ios', { base });
      const refusals = [
        await phone.bootstrap({ installationId: '' }),
        await phone.startSession(''),
        await phone.endSession(randomUUID()),
        await phone.call('POST', '/sdk/bootstrap', { headers: { 'x-app-key': 'wrong' } }),
        await phone.call('GET', '/sdk/resolve'),
        await phone.call('GET', '/sdk/nothing'),
      ];
      const statuses = refusals.map(({ status }) => status);
      assert.deepEqual(statuses, [400, 404, 404, 401, 400, 404]);
      for (const { body } of refusals) assert.equal(typeof body['message'], 'string');
    }
  });

  test('the token is a three-part JWT with a numeric exp', async () => {
    const { body } = await newSdkPhone(await anyProject(), 'android').bootstrap();
    const parts = String(body['installationToken']).split('.');
    assert.equal(parts.length, 3);
    const claims = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString());
    assert.equal(typeof claims.exp, 'number');
    assert.equal(claims.exp - claims.iat, 180 * 24 * 3600);
  });
});
