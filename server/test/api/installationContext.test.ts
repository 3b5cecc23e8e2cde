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
  newLink,
  newProject,
  requireInstallation,
  type TestProject,
} from '../support/callers/personas.ts';

const { resolveLink, createLink } = operations;

const ATTACHED = { context: 'installation-attached', warning: null };
const NONE = { context: 'none', warning: 'missing_device_id' };

function contextOf({ headers }: { headers: Headers }) {
  return { context: headers.get('x-svc-context'), warning: headers.get('x-svc-warning') };
}

async function resolve(project: TestProject, headers: Record<string, string>, withKey = true) {
  const { shortUrl: url } = await newLink(project);
  const call = withKey ? appKey(project, headers) : await anonymous('/v1', headers);
  const reply = await call(resolveLink, { query: { url } });
  assert.equal(reply.status, 200);
  return reply;
}

function tokenAged(project: TestProject, id: string, days: number): string {
  const issuedAt = Date.now() - days * 24 * 3600 * 1000;
  return project.server.app.installationTokens.issue(
    { id, projectId: project.project.id },
    issuedAt,
  );
}

describe('resolveLink: installation-attached (Rule: resolve)', () => {
  test('a valid token attaches the installation, with or without a key', async () => {
    const project = await anyProject();
    const { token } = await newInstallation(project);
    for (const withKey of [true, false]) {
      const reply = await resolve(project, { 'x-installation-token': token }, withKey);
      assert.deepEqual(contextOf(reply), ATTACHED);
      assert.equal(reply.headers.get('x-installation-token'), null);
    }
  });

  test('an aging token is answered with a fresh one', async () => {
    const project = await anyProject();
    const { id } = await newInstallation(project);
    const token = tokenAged(project, id, 100);
    const reply = await resolve(project, { 'x-installation-token': token });
    assert.deepEqual(contextOf(reply), ATTACHED);
    const fresh = reply.headers.get('x-installation-token') ?? '';
    const check = await project.server.app.installationTokens.verify(fresh);
    assert.ok(check.kind === 'valid' && check.installationId === id && !check.needsRefresh);
  });

  test("a known installation id attaches it, exactly as the app sent it or as the record's id", async () => {
    const project = await anyProject();
    const upper = randomUUID().toUpperCase();
    const { id } = await newInstallation(project, { installationId: upper });
    for (const text of [upper, id]) {
      assert.deepEqual(contextOf(await resolve(project, { 'x-installation-id': text })), ATTACHED);
    }
  });

  test('a device id attaches a known device, or an installation whose id it is, as on Android', async () => {
    const project = await anyProject();
    const deviceId = randomUUID();
    const { clientId } = await newInstallation(project, { deviceId });
    for (const text of [deviceId, clientId]) {
      for (const withKey of [true, false]) {
        const reply = await resolve(project, { 'x-device-id': text }, withKey);
        assert.deepEqual(contextOf(reply), ATTACHED);
      }
    }
  });
});

describe('resolveLink: a token that is not valid, from a known device', () => {
  const issuedFor = async (project: TestProject, { headers }: { headers: Headers }) => {
    const check = await project.server.app.installationTokens.verify(
      headers.get('x-installation-token') ?? '',
    );
    return check.kind === 'valid' && !check.needsRefresh ? check.installationId : null;
  };

  test('an expired token is answered with a fresh one, with or without a key', async () => {
    const project = await anyProject();
    const { id, clientId } = await newInstallation(project);
    const token = tokenAged(project, id, 181);
    for (const withKey of [true, false]) {
      const headers = { 'x-installation-token': token, 'x-device-id': clientId };
      const reply = await resolve(project, headers, withKey);
      assert.deepEqual(contextOf(reply), ATTACHED);
      assert.equal(await issuedFor(project, reply), id);
    }
  });

  test('without a key, a token is never renewed for another installation', async () => {
    const project = await anyProject();
    const [mine, theirs] = [await newInstallation(project), await newInstallation(project)];
    for (const token of [tokenAged(project, mine.id, 181), 'x.y.z']) {
      const headers = { 'x-installation-token': token, 'x-device-id': theirs.clientId };
      assert.equal(await issuedFor(project, await resolve(project, headers, false)), null);
      assert.equal(await issuedFor(project, await resolve(project, headers)), theirs.id);
    }
  });
});

describe('resolveLink: auto-installed (Rule: resolve)', () => {
  test('an unknown id with a valid key makes an installation and its token, once', async () => {
    const project = await newProject();
    const installationId = randomUUID();
    const device = { 'x-installation-id': installationId, 'x-device-id': 'of-the-device' };
    const reply = await resolve(project, device);
    assert.deepEqual(contextOf(reply), { context: 'auto-installed', warning: null });
    const token = reply.headers.get('x-installation-token') ?? '';
    const check = await project.server.app.installationTokens.verify(token);
    assert.ok(check.kind === 'valid');
    const rows = await project.server.app.db
      .selectFrom('installations')
      .select(['id', 'client_id', 'device_id'])
      .where('project_id', '=', project.project.id)
      .execute();
    const { installationId: id } = check;
    assert.deepEqual(rows, [{ id, client_id: installationId, device_id: 'of-the-device' }]);
    assert.deepEqual(contextOf(await resolve(project, device)), ATTACHED);
  });

  test('simultaneous calls with one id make one installation', async () => {
    const project = await newProject();
    const { shortUrl: url } = await newLink(project);
    const call = appKey(project, { 'x-device-id': randomUUID() });
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => call(resolveLink, { query: { url } })),
    );
    const made = replies.filter((reply) => contextOf(reply).context === 'auto-installed');
    const attached = replies.filter((reply) => contextOf(reply).context === ATTACHED.context);
    assert.deepEqual([made.length, attached.length], [1, 49]);
  });
});

describe('resolveLink: no context', () => {
  test('there is none without headers, or with empty ones', async () => {
    const project = await anyProject();
    for (const headers of [{}, { 'x-device-id': '', 'x-installation-token': ' ' }]) {
      assert.deepEqual(contextOf(await resolve(project, headers)), NONE);
    }
  });

  test('an unknown id without a valid key makes no installation', async () => {
    const project = await anyProject();
    const headers = { 'x-installation-id': randomUUID(), 'x-app-key': 'fl_live_wrong' };
    assert.deepEqual(contextOf(await resolve(project, headers, false)), NONE);
  });

  test('an expired, forged or foreign token counts as absent', async () => {
    const [project, other] = [await anyProject(), await newProject()];
    const { id } = await newInstallation(project);
    const foreign = await newInstallation(other);
    const stale = tokenAged(project, id, 181);
    for (const token of [stale, 'x.y.z', foreign.token, 'x'.repeat(4000)]) {
      assert.deepEqual(contextOf(await resolve(project, { 'x-installation-token': token })), NONE);
    }
  });

  test("an installation of another project is attached only with that project's key", async () => {
    const [project, other] = [await anyProject(), await newProject()];
    const foreign = await newInstallation(other);
    const { shortUrl: url } = await newLink(project);
    const named = { 'x-installation-id': foreign.clientId };
    const reply = await (await anonymous('/v1', named))(resolveLink, { query: { url } });
    assert.deepEqual(contextOf(reply), NONE);
    const ofKey = await installation(other, foreign)(resolveLink, { query: { url } });
    assert.deepEqual(contextOf(ofKey), ATTACHED);
  });
});

describe('createLink: installation context', () => {
  const body = { type: 'unified' as const };

  test('is reported as by resolve, with a fresh token where one is due', async () => {
    const project = await anyProject();
    const one = await newInstallation(project);
    assert.deepEqual(contextOf(await appKey(project)(createLink, { body })), NONE);
    assert.deepEqual(contextOf(await installation(project, one)(createLink, { body })), ATTACHED);
    const old = { token: tokenAged(project, one.id, 120) };
    const renewed = await installation(project, old)(createLink, { body });
    assert.equal(renewed.headers.get('x-installation-token')?.split('.').length, 3);
    const unknown = appKey(project, { 'x-installation-id': randomUUID() });
    const made = await unknown(createLink, { body });
    assert.deepEqual([made.status, contextOf(made).context], [201, 'auto-installed']);
  });

  test('401: an expired, forged or foreign token', async () => {
    const [project, other] = [await anyProject(), await newProject()];
    const { id } = await newInstallation(project);
    const foreign = await newInstallation(other);
    const stale = tokenAged(project, id, 181);
    for (const [token, word] of [
      [stale, 'expired'],
      ['x.y.z', 'invalid'],
      [foreign.token, 'invalid'],
    ] as const) {
      const reply = await installation(project, { token })(createLink, { body });
      assert.equal(reply.status, 401);
      assert.equal((reply.body as { message: string }).message, `Installation token ${word}`);
    }
  });

  test('428: a phone without a known installation, where the project requires one', async () => {
    const project = await newProject();
    await requireInstallation(project);
    const one = await newInstallation(project);
    for (const platform of ['ios', 'Android']) {
      const phone = { 'x-svc-client-platform': platform };
      const unknown = { ...phone, 'x-installation-id': randomUUID() };
      for (const headers of [phone, unknown]) {
        const refused = await appKey(project, headers)(createLink, { body });
        assert.equal(refused.status, 428);
        assert.match((refused.body as { message: string }).message, /X-Installation-Token/);
      }
      const known = { ...phone, 'x-installation-id': one.clientId };
      assert.equal((await appKey(project, known)(createLink, { body })).status, 201);
      assert.equal((await installation(project, one, phone)(createLink, { body })).status, 201);
    }
    const server = { 'x-svc-client-platform': 'server' };
    assert.equal((await appKey(project, server)(createLink, { body })).status, 201);
  });
});
