import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { routes } from '#faces/http/api/index.ts';
import { createHttpServer } from '#faces/http/server/createHttpServer.ts';
import { readWebApp } from '#faces/http/server/readWebApp.ts';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { createLinkHost } from '#faces/linkhost/createLinkHost.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { newLink, newProject } from '../support/callers/personas.ts';
import { startProduct, useProduct } from '../support/product.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';
import { shutDatabase } from '../support/shutDatabase.ts';
import { takeFailures } from '../support/run/failures.ts';
import { startServer } from '../support/useServer.ts';

const BROWSER = { accept: 'text/html,*/*;q=0.8', 'user-agent': USER_AGENTS.iphone };
const PATHS = [
  '/',
  '/summer',
  '/d/x',
  '/p/1/links',
  '/v1/subscriptions/plans',
  '/docs',
  '/metrics',
];

suite('unknown hosts (Rule: surfaces)', () => {
  test('get a plain 404 page on every path but /health and /ready', async () => {
    for (const path of PATHS) {
      for (const headers of [BROWSER, { accept: '*/*' }]) {
        const reply = await send({ path, headers: { host: 'nobody.test', ...headers } });
        assert.equal(reply.status, 404, path);
        assert.match(reply.headers['content-type'] ?? '', /^text\/html/, path);
        assert.match(reply.text, /Nothing here/, path);
        assert.ok(reply.headers['x-request-id']);
      }
    }
    for (const path of ['/health', '/health?', '/ready']) {
      assert.equal((await send({ path, headers: { host: 'nobody.test' } })).status, 200);
    }
  });

  test('do not include PUBLIC_HOSTS, localhost and IP addresses', async () => {
    const { port } = await startServer({ PUBLIC_HOSTS: 'fairlead.internal, Api2.test' });
    for (const host of [
      'api.test',
      'FAIRLEAD.internal:8080',
      'api2.test',
      'localhost:1',
      '192.0.2.7',
      '[2001:db8::7]:3000',
    ]) {
      const reply = await send({ path: '/v1/subscriptions/plans', port, headers: { host } });
      assert.equal(reply.status, 200, host);
    }
    for (const host of ['internal', '1.test', 'x.fairlead.internal', '300.1.1.1', '[::1']) {
      const reply = await send({ path: '/v1/subscriptions/plans', port, headers: { host } });
      assert.equal(reply.status, 404, host);
    }
  });

  test('include unverified domains, which do not show the dashboard', async () => {
    const project = await newProject();
    await project.server.app.db
      .updateTable('domains')
      .set({ verified_at: null })
      .where('host', '=', project.host)
      .execute();
    project.server.app.lookups.invalidateAll();
    const headers = { host: project.host, ...BROWSER };
    const reply = await send({ path: '/summer', headers });
    assert.equal(reply.status, 404);
    assert.match(reply.text, /Nothing here/);
  });

  test('get the dashboard with a notice while PUBLIC_URL is not set', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairlead-web-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><body><p>App</p></body>');
    await writeFile(join(folder, 'app.js'), 'let x = 1;');
    const { app } = await startServer({ PUBLIC_URL: '' });
    const http = await createHttpServer({
      app,
      routes,
      front: createLinkHost(app),
      webApp: readWebApp(folder),
    });
    http.server.listen({ port: 0, host: '127.0.0.1' });
    await once(http.server, 'listening');
    endings.defer(() => http.close());
    const { port } = http.server.address() as AddressInfo;
    const ask = (host: string, path = '/') =>
      send({ path, port, headers: { host, ...BROWSER, 'accept-encoding': 'gzip' } });
    const named = await ask('links.example.com');
    assert.equal(named.status, 200);
    assert.match(named.text, /<p>App<\/p>.*PUBLIC_URL is missing/s);
    assert.match(named.text, /PUBLIC_URL=https:\/\/links\.example\.com</);
    assert.equal(named.headers['cache-control'], 'no-store');
    assert.doesNotMatch((await ask('"><script>')).text, /<script/);
    assert.doesNotMatch((await ask('localhost')).text, /PUBLIC_URL/);
    assert.equal((await ask('links.example.com', '/app.js')).text, 'let x = 1;');
    await rm(folder, { recursive: true });
  });
});

suite('while the database is down', () => {
  test('a possible link domain gets the 503 page, /health is 503 and /ready 200 on any host', async () => {
    const database = await makeMigratedDatabase();
    const { port } = await startServer({}, database);
    await shutDatabase(new URL(database).pathname.slice(1));
    for (const path of ['/summer', '/.well-known/apple-app-site-association', '/x/qr.png']) {
      const reply = await send({ path, port, headers: { host: 'new.test', ...BROWSER } });
      assert.equal(reply.status, 503, path);
      assert.equal(reply.headers['retry-after'], '5');
      assert.match(reply.headers['content-type'] ?? '', /^text\/html/);
    }
    for (const host of ['127.0.0.1', 'new.test', 'api.test']) {
      const reply = await send({ path: '/health', port, headers: { host } });
      assert.equal(reply.status, 503, host);
      assert.equal(JSON.parse(reply.text).error, 'UNAVAILABLE', host);
      const ready = await send({ path: '/ready', port, headers: { host } });
      assert.deepEqual([ready.status, ready.text], [200, '{"status":"ready"}'], host);
    }
    takeFailures();
  });
});

suite('a node with ROLES=links', () => {
  test('redirects, has /health and metrics, and has no API', async () => {
    const metricsPort = await findFreePort();
    // Another node has made the first account and its domain.
    const { connectionString } = await useProduct();
    const { origin } = await startProduct({
      ROLES: 'links',
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: connectionString,
    });
    const { port } = new URL(origin);
    const ask = (path: string, host: string) =>
      send({ path, port: Number(port), headers: { host } });
    for (const host of ['localhost', '127.0.0.1', 'nobody.test']) {
      assert.equal((await ask('/health', host)).status, 200, host);
      assert.equal((await ask('/ready', host)).status, 200, host);
    }
    assert.equal((await ask('/v1/subscriptions/plans', 'localhost')).status, 404);
    assert.equal((await ask('/openapi.json', 'localhost')).status, 404);
    assert.equal((await ask('/robots.txt', 'go.localhost')).status, 200);
    assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status, 200);
  });
});

suite('security headers', () => {
  const HSTS = 'strict-transport-security';

  test('API answers have nosniff and no-store', async () => {
    const project = await newProject();
    const key = { 'x-app-key': project.appKey };
    for (const [path, headers] of [
      ['/v1/health', {}],
      ['/v1/links', key],
      ['/v1/sdk/links/none', key],
      ['/v1/nothing', {}],
      // Not plain: node's server answers.
      ['/v1/health', { te: 'trailers' }],
      ['/v1/nothing', { te: 'trailers' }],
    ] as const) {
      const reply = await send({ path, headers });
      assert.equal(reply.headers['x-content-type-options'], 'nosniff', path);
      assert.equal(reply.headers['cache-control'], 'no-store', path);
    }
  });

  test('hosts served over HTTPS send Strict-Transport-Security', async () => {
    const secure = await startServer({ PUBLIC_URL: 'https://api.test' });
    const project = await newProject({}, secure);
    const link = await newLink(project);
    const ask = async (host: string, path: string, more: Record<string, string> = {}) =>
      (await send({ path, port: secure.port, headers: { host, ...more } })).headers[HSTS];
    for (const [host, path] of [
      ['api.test', '/v1/health'],
      ['api.test', '/v1/nothing'],
      ['api.test', '/docs'],
      [project.host, `/${link.slug}`],
      [project.host, '/nothing'],
      [project.host, '/robots.txt'],
    ] as const) {
      assert.equal(await ask(host, path), 'max-age=31536000', host + path);
      assert.equal(await ask(host, path, { te: 'trailers' }), 'max-age=31536000', host + path);
    }
    assert.equal(await ask(project.host, '/nothing', { 'x-forwarded-proto': 'http' }), undefined);
  });

  test('Strict-Transport-Security is sent over HTTP only if the proxy reports HTTPS', async () => {
    const host = 'api.test';
    const plain = await send({ path: '/v1/health', headers: { host } });
    assert.equal(plain.headers[HSTS], undefined);
    const headers = { host, 'x-forwarded-proto': 'https' };
    const proxied = await send({ path: '/v1/health', headers });
    assert.equal(proxied.headers[HSTS], 'max-age=31536000');
  });
});
