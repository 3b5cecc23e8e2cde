import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import {
  appKey,
  newInstallation,
  newLink,
  newProject,
  type TestProject,
} from '../../support/callers/personas.ts';
import { type RawReply, send } from '../../support/callers/request.ts';
import { ADMIN_TOKEN, startServer, type TestServer } from '../../support/useServer.ts';

const { getLink } = operations;

let limited: Promise<TestServer> | undefined;

function useLimited(): Promise<TestServer> {
  limited ??= startServer({ RATE_LIMITS: 'on' });
  return limited;
}

async function from(address: string, path: string, headers: Record<string, string> = {}) {
  const { port } = await useLimited();
  return send({ path, port, headers: { 'x-forwarded-for': address, ...headers } });
}

/** A creation as an app sends it. */
function create(project: Caller, body: string, headers: Record<string, string> = {}) {
  return send({
    method: 'POST',
    path: '/v1/sdk/links',
    port: project.server.port,
    headers: { 'x-app-key': project.appKey, ...headers },
    body,
  });
}

type Caller = Pick<TestProject, 'appKey' | 'server'>;

/** A project, and the key that everyone has who has its app. */
async function newApp() {
  const project = await newProject({}, await useLimited());
  const { db } = project.server.app;
  const { text, id } = await insertAppKey(db, project.project, {
    name: 'App',
    class: 'publishable',
  });
  return { ...project, appKey: text, keyId: id };
}

/** At once: one after another a busy machine could need longer than a window. */
function together(count: number, call: (index: number) => Promise<RawReply>): Promise<RawReply[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}

function limitHeaders({ headers }: RawReply) {
  return {
    policy: headers['ratelimit-policy'],
    standing: headers['ratelimit'],
    limit: headers['ratelimit-limit'],
    remaining: headers['ratelimit-remaining'],
  };
}

describe('rate limits (Rule: limits)', () => {
  test('every limited answer has the policy and the remaining budget in its headers', async () => {
    const reply = await from('203.0.113.1', '/v1/subscriptions/plans');
    assert.equal(reply.status, 200);
    const reset = Number(reply.headers['ratelimit-reset']);
    assert.ok(reset > 0 && reset <= 60);
    assert.deepEqual(limitHeaders(reply), {
      policy: '"public";q=120;w=60',
      standing: `"public";r=119;t=${reset}`,
      limit: '120',
      remaining: '119',
    });
  });

  test("unlimited endpoints show the IP address's budget and do not use it", async () => {
    for (const path of ['/v1/health', '/health']) {
      for (let times = 0; times < 2; times += 1) {
        const reply = await from('203.0.113.7', path);
        assert.equal(reply.status, 200, path);
        assert.equal(limitHeaders(reply).policy, '"public";q=120;w=60', path);
        assert.equal(limitHeaders(reply).remaining, '120', path);
      }
    }
  });

  test('documents have a budget per IP address', async () => {
    for (const [used, path] of ['/openapi.json', '/api/v1/openapi.json', '/docs'].entries()) {
      const reply = await from('203.0.113.70', path);
      assert.equal(reply.status, 200, path);
      assert.equal(limitHeaders(reply).policy, '"documents";q=120;w=60', path);
      assert.equal(limitHeaders(reply).remaining, String(119 - used), path);
    }
    const { rateLimiter } = (await useLimited()).app;
    for (let calls = 3; calls < 120; calls += 1) {
      await rateLimiter!.draw('documents', '203.0.113.70');
    }
    assert.equal((await from('203.0.113.70', '/docs')).status, 429);
    assert.equal((await from('203.0.113.70', '/v1/subscriptions/plans')).status, 200);
  });

  test('beyond the limit: 429 with Retry-After, in both error formats, for that IP address only', async () => {
    const path = '/v1/subscriptions/plans';
    const allowed = await together(120, () => from('203.0.113.2', path));
    assert.ok(allowed.every(({ status }) => status === 200));
    const refused = await from('203.0.113.2', path);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers['ratelimit-remaining'], '0');
    assert.equal(refused.headers['retry-after'], refused.headers['ratelimit-reset']);
    assert.equal(JSON.parse(refused.text).error, 'RATE_LIMITED');
    const problem = await from('203.0.113.2', path, { accept: 'application/problem+json' });
    assert.equal(JSON.parse(problem.text).code, 'RATE_LIMITED');
    assert.equal((await from('203.0.113.3', path)).status, 200);
    assert.equal((await from('203.0.113.2', '/v1/health')).status, 200);
  });

  test('a secret key has one budget for reads and one for creation, across IP addresses', async () => {
    const project = await newProject({}, await useLimited());
    const headers = { 'x-app-key': project.appKey };
    const read = await from('203.0.113.4', '/v1/sdk/links/none', headers);
    assert.equal(read.status, 404);
    assert.deepEqual(limitHeaders(read).policy, '"read";q=600;w=60');
    const again = await from('203.0.113.5', '/v1/sdk/links/none', headers);
    assert.equal(again.headers['ratelimit-remaining'], '598');
    const created = await appKey(project)(operations.createLink, { body: { type: 'unified' } });
    assert.equal(created.headers.get('ratelimit-policy'), '"create";q=300;w=60');
    assert.equal(created.headers.get('ratelimit-remaining'), '299');
  });

  test('resolve with a valid key has a budget of 600 per key and IP address', async () => {
    const project = await newProject({}, await useLimited());
    const link = await newLink(project);
    const address = '203.0.113.9';
    const path = `/v1/sdk/resolve?url=${encodeURIComponent(link.shortUrl)}`;
    const spent = await together(120, () => from(address, '/v1/subscriptions/plans'));
    assert.ok(spent.every(({ status }) => status === 200));
    assert.equal((await from(address, path)).status, 429);
    assert.equal((await from(address, path, { 'x-app-key': 'fl_live_wrong' })).status, 429);
    const headers = { 'x-app-key': project.appKey };
    const resolved = await from(address, path, headers);
    assert.equal(resolved.status, 200);
    assert.deepEqual(
      [limitHeaders(resolved).policy, resolved.headers['ratelimit-remaining']],
      ['"telemetry";q=600;w=60', '599'],
    );
    const elsewhere = await from('203.0.113.10', path, headers);
    assert.equal(elsewhere.headers['ratelimit-remaining'], '599');
  });

  test('match, bootstrap, sessions and calls that are refused unread use the same budget', async () => {
    const project = await newProject({}, await useLimited());
    const { port } = await useLimited();
    const address = '203.0.113.11';
    const post = (path: string, body: string) =>
      send({
        method: 'POST',
        path: `/v1/sdk/${path}`,
        port,
        headers: {
          'x-forwarded-for': address,
          'content-type': 'application/json',
          'x-app-key': project.appKey,
        },
        body,
      });
    const calls = [
      ['bootstrap', '{"installationId":"a"}'],
      ['deferred/match', '{"fingerprint":{}}'],
      ['sessions/start', '{"installationId":"a"}'],
      ['sessions/start', '{'],
      ['nowhere', '{}'],
    ] as const;
    let left = 600;
    for (const [path, body] of calls) {
      const reply = await post(path, body);
      left -= 1;
      assert.equal(limitHeaders(reply).policy, '"telemetry";q=600;w=60', path);
      assert.equal(reply.headers['ratelimit-remaining'], String(left), path);
    }
    const anonymous = await from(address, '/v1/subscriptions/plans');
    assert.equal(anonymous.headers['ratelimit-remaining'], '119');
  });

  test('invalid keys, unread bodies and unknown paths count against the IP address', async () => {
    const address = '203.0.113.6';
    const wrong = await from(address, '/v1/sdk/links/x', { 'x-app-key': 'wrong' });
    assert.equal(wrong.status, 401);
    assert.equal(wrong.headers['ratelimit-remaining'], '119');
    const unknown = await from(address, '/v1/nothing');
    assert.equal(unknown.status, 404);
    assert.equal(unknown.headers['ratelimit-remaining'], '118');
    const { port } = await useLimited();
    const broken = await send({
      method: 'POST',
      path: '/v1/sdk/links',
      port,
      headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
      body: '{',
    });
    assert.equal(broken.status, 401);
    assert.equal(broken.headers['ratelimit-remaining'], '117');
  });

  test('malformed JSON counts in the class of its operation', async () => {
    const project = await newProject({}, await useLimited());
    const reply = await create(project, '{');
    assert.equal(reply.status, 400);
    assert.equal(limitHeaders(reply).policy, '"create";q=300;w=60');
  });

  test('wrong admin tokens count against the IP address; the right one is not limited', async () => {
    const { port } = await useLimited();
    const address = '203.0.113.8';
    const rebuild = (token: string) =>
      send({
        method: 'POST',
        path: '/api/v1/admin/analytics/rebuild',
        port,
        headers: { 'x-forwarded-for': address, authorization: `Bearer ${token}` },
      });
    const guesses = await together(120, (index) => rebuild(`guess-${index}`));
    assert.ok(guesses.every(({ status }) => status === 401));
    assert.equal((await rebuild('another-guess')).status, 429);
    assert.equal((await rebuild(ADMIN_TOKEN)).status, 200);
    assert.equal((await from(address, '/v1/health')).status, 200);
  });

  test('live links are not limited', async () => {
    const project = await newProject({}, await useLimited());
    const reply = await from('203.0.113.7', '/x', { host: project.host });
    assert.equal(reply.headers['ratelimit-policy'], undefined);
  });

  test('with RATE_LIMITS=off there are no limits and no headers', async () => {
    const project = await newProject();
    const reply = await appKey(project)(getLink, { params: { slug: 'none' } });
    assert.equal(reply.headers.get('ratelimit-policy'), null);
  });
});

describe('budgets of a publishable key (Rule: limits)', () => {
  const link = '{"type":"unified"}';
  let phones = 0;
  const anotherPhone = () => `198.51.100.${(phones += 1)}`;

  /** Phones elsewhere, half of them with an installation, while others use the key. */
  async function createOnPhones(app: Awaited<ReturnType<typeof newApp>>, count: number) {
    const { token } = await newInstallation(app);
    const headers = (index: number) => ({
      'x-forwarded-for': anotherPhone(),
      ...(index % 2 === 0 && { 'x-installation-token': token }),
    });
    return together(count, (index) => create(app, link, headers(index)));
  }

  for (const [addresses, each] of [
    [1, 400],
    [50, 130],
  ] as const) {
    test(`refused calls from ${addresses} IP addresses use up nobody else's budget`, async () => {
      const app = await newApp();
      const phonesBefore = await createOnPhones(app, 10);
      for (let address = 1; address <= addresses; address += 1) {
        const from = { 'x-forwarded-for': `192.0.2.${address}` };
        const abuse = await together(each, () => create(app, '{"nonsense":1}', from));
        assert.ok(abuse.every(({ status }) => status === 400 || status === 429));
      }
      const phonesAfter = await createOnPhones(app, 10);
      assert.deepEqual(
        [...phonesBefore, ...phonesAfter].filter(({ status }) => status !== 201),
        [],
      );
    });
  }

  test('at one IP address, calls without an installation have what the key has there', async () => {
    const app = await newApp();
    const { token } = await newInstallation(app);
    const carrier = { 'x-forwarded-for': anotherPhone() };
    const abuse = await together(301, () => create(app, '{}', carrier));
    assert.deepEqual(
      abuse.map(({ status }) => status).filter((status) => status === 429),
      [429],
    );
    const phone = await create(app, link, { ...carrier, 'x-installation-token': token });
    assert.equal(phone.status, 201);
    assert.equal(limitHeaders(phone).policy, '"installation";q=300;w=60');
    assert.equal(limitHeaders(phone).remaining, '299');
  });

  test('a fuse limits each key at all IP addresses together, and not installations', async () => {
    const app = await newApp();
    const { token } = await newInstallation(app);
    const { rateLimiter } = app.server.app;
    for (let calls = 0; calls < 6000; calls += 1) {
      assert.ok((await rateLimiter!.draw('createFuse', app.keyId)).allowed);
    }
    const from = { 'x-forwarded-for': anotherPhone() };
    const refused = await create(app, link, from);
    assert.equal(refused.status, 429);
    assert.equal(limitHeaders(refused).policy, '"createFuse";q=6000;w=60');
    const phone = await create(app, link, { ...from, 'x-installation-token': token });
    assert.equal(phone.status, 201);
  });

  test('a resolve with an installation token counts for its installation, with a key or without', async () => {
    const app = await newApp();
    const { token } = await newInstallation(app);
    for (const headers of [{ 'x-app-key': app.appKey }, {}] as const) {
      const reply = await from(anotherPhone(), '/v1/sdk/resolve?url=https://x.test/none', {
        'x-installation-token': token,
        ...headers,
      });
      assert.equal(reply.status, 404);
      assert.equal(limitHeaders(reply).policy, '"installation";q=300;w=60');
    }
  });

  test('a token of another project does not count', async () => {
    const [app, other] = [await newApp(), await newApp()];
    const { token } = await newInstallation(other);
    const reply = await create(app, link, { 'x-installation-token': token });
    assert.equal(reply.status, 401);
    assert.equal(limitHeaders(reply).policy, '"create";q=300;w=60');
  });

  test('events with a publishable key have a small budget per IP address, but with an installation token', async () => {
    const app = await newApp();
    const record = (key: string, headers: Record<string, string> = {}) =>
      send({
        method: 'POST',
        path: '/v1/sdk/events',
        port: app.server.port,
        headers: { 'x-app-key': key, 'x-forwarded-for': '203.0.113.90', ...headers },
        body: '{"events": []}',
      });
    const first = await record(app.appKey);
    assert.equal(first.status, 202, first.text);
    assert.equal(limitHeaders(first).policy, '"events";q=60;w=60');
    const replies = await together(60, () => record(app.appKey));
    assert.equal(replies.filter(({ status }) => status === 429).length, 1);
    const elsewhere = { 'x-forwarded-for': '203.0.113.91' };
    assert.equal((await record(app.appKey, elsewhere)).status, 202);
    const { token } = await newInstallation(app);
    for (const [headers, status] of [
      [{ 'x-installation-token': token }, 202],
      [{ 'x-installation-token': `${token.slice(0, -3)}AAA` }, 429],
      [{}, 429],
    ] as const) {
      assert.equal((await record(app.appKey, headers)).status, status);
    }
    const { text: secret } = await insertAppKey(app.server.app.db, app.project, {
      name: 'Server',
      class: 'secret',
    });
    const ofServer = await record(secret);
    assert.equal(limitHeaders(ofServer).policy, '"telemetry";q=600;w=60');
    assert.equal(ofServer.status, 202);
  });
});
