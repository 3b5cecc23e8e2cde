import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { basesOf, type OperationDeclaration } from '@fairlead/contract/operation';
import { newLink, newProject } from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';
import { startServer } from '../support/useServer.ts';

const ORIGIN = 'https://shop.example.com';
const ID = '0199f3a2-5c1e-7a40-8b1d-6f1f2a3b4c5d';
const HOST = { host: '127.0.0.1' };

/** What a browser asks before it calls. */
function ask(path: string, method: string) {
  return send({
    method: 'OPTIONS',
    path,
    headers: {
      ...HOST,
      origin: ORIGIN,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,x-app-key,x-svc-client',
    },
  });
}

describe('CORS', () => {
  test('preflights are answered only for operations that publishable keys may call', async () => {
    for (const each of Object.values<OperationDeclaration>(operations)) {
      const open = each.api === 'sdk' && ['appKey', 'anonymous'].includes(each.auth);
      for (const base of basesOf(each)) {
        const path = base + each.path.replaceAll(/\{\w+\}/g, ID);
        const reply = await ask(path, each.method);
        const methods = reply.headers['access-control-allow-methods'];
        assert.equal(reply.status, open ? 204 : 405, `${each.method} ${path}`);
        assert.equal(methods?.split(', ').includes(each.method), open ? true : undefined, path);
        assert.equal(reply.headers['access-control-allow-credentials'], undefined);
      }
    }
  });

  test('preflights allow the headers that SDKs send, and never Authorization', async () => {
    const { headers } = await ask('/v1/sdk/bootstrap', 'POST');
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
    for (const name of [
      'content-type',
      'x-app-key',
      'x-installation-token',
      'x-installation-id',
      'x-svc-client',
      'x-svc-client-version',
      'x-svc-client-platform',
      'x-svc-app-build',
    ]) {
      assert.ok(allowed.includes(name), name);
    }
    assert.ok(!allowed.includes('authorization'));
  });

  test('answers are readable from any origin, with their token and request id', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const url = encodeURIComponent(link.shortUrl);
    // With and without a key that sends the request the long way.
    for (const path of [`/v1/sdk/resolve?url=${url}`, `/v1/sdk/links/${link.slug}`]) {
      const { status, headers } = await send({
        path,
        headers: { ...HOST, origin: ORIGIN, 'x-app-key': project.appKey },
      });
      assert.equal(status, 200);
      assert.equal(headers['access-control-allow-origin'], '*');
      const exposed = String(headers['access-control-expose-headers']).split(', ');
      for (const name of ['X-Request-Id', 'X-Installation-Token', 'Retry-After', 'X-Svc-Context']) {
        assert.ok(exposed.includes(name), name);
      }
    }
  });

  test('errors are readable too, even those before the operation is reached', async () => {
    const post = { method: 'POST', path: '/v1/sdk/bootstrap', body: '{' };
    const headers = { ...HOST, origin: ORIGIN, 'content-type': 'application/json' };
    for (const raw of [
      { ...post, headers },
      { ...post, headers, body: '{}' },
      { path: '/v1/sdk/resolve', headers },
      { path: '/v1/sdk/links/absent', headers },
    ]) {
      const reply = await send(raw);
      assert.ok(reply.status === 400 || reply.status === 401, reply.text);
      assert.equal(reply.headers['access-control-allow-origin'], '*', reply.text);
    }
  });

  test('secret-key operations, the dashboard and requests without an Origin get no CORS headers', async () => {
    const project = await newProject();
    const key = { ...HOST, 'x-app-key': project.appKey };
    const session = { ...HOST, authorization: `Bearer ${project.sessionToken}`, origin: ORIGIN };
    for (const [path, headers] of [
      ['/v1/links', { ...key, origin: ORIGIN }],
      ['/api/v1/projects', session],
      ['/v1/subscriptions/plans', key],
    ] as const) {
      const reply = await send({ path, headers });
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.headers['access-control-allow-origin'], undefined, path);
    }
  });

  test('headers of all HEADER_BRANDS are allowed and exposed', async () => {
    const { port } = await startServer({ HEADER_BRANDS: 'Svc, Acme' });
    const preflight = await send({
      method: 'OPTIONS',
      path: '/v1/sdk/resolve',
      port,
      headers: { ...HOST, origin: ORIGIN },
    });
    assert.match(String(preflight.headers['access-control-allow-headers']), /X-Acme-Client\b/);
  });
});
