import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { anonymous, newLink, newProject, statsOf } from '../../support/callers/personas.ts';
import { takeFailures } from '../../support/run/failures.ts';
import { startServer } from '../../support/useServer.ts';
import { makeMigratedDatabase } from '../../support/database.ts';
import { shutDatabase } from '../../support/shutDatabase.ts';
import { send, USER_AGENTS } from '../../support/callers/request.ts';
import { until } from '../../support/until.ts';

describe('getHealth', () => {
  test('200: returns status, time and environment only', async () => {
    const reply = await (await anonymous())(operations.getHealth, {});
    assert.equal(reply.status, 200);
    assert.deepEqual(Object.keys(reply.body), ['status', 'timestamp', 'environment']);
  });

  test('503: the database does not answer', async () => {
    const database = await makeMigratedDatabase();
    const server = await startServer({}, database);
    await shutDatabase(new URL(database).pathname.slice(1));
    const reply = await send({ path: '/v1/health', port: server.port });
    assert.equal(reply.status, 503);
    assert.equal(JSON.parse(reply.text).error, 'UNAVAILABLE');
    assert.ok(Number(reply.headers['retry-after']) > 0);
    takeFailures();
  });

  test('200: the database refuses writes; clicks wait in the journal and are counted later', async () => {
    const database = await makeMigratedDatabase();
    const server = await startServer({}, database);
    const project = await newProject({}, server);
    const link = await newLink(project);
    const { pool } = server.app;
    // As a disk says that it is full.
    await pool.query(`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'no space left' using errcode = '53100'; end $$`);
    await pool.query(
      'create trigger full_disk before insert on clicks for each row execute function refuse()',
    );
    const headers = { host: project.host, 'user-agent': USER_AGENTS.desktop };
    const visit = await send({ path: `/${link.slug}`, port: server.port, headers });
    assert.equal(visit.status, 302);
    assert.equal((await send({ path: '/health', port: server.port })).status, 200);
    assert.equal(server.app.ledger.backlog().bytes > 0, true);
    // Not by dropping the trigger: that locks the table and its parts, which the loader tries to write meanwhile.
    await pool.query(`create or replace function refuse() returns trigger language plpgsql
      as $$ begin return new; end $$`);
    // Numbers are refused for as long as the loader pauses after its failures.
    await until('the journal is loaded', () => server.app.ledger.backlog().bytes === 0);
    assert.equal((await statsOf(project, link.id)).clicks, 1);
  });
});

describe('getReady', () => {
  test('200: returns only that, without asking the database', async () => {
    const database = await makeMigratedDatabase();
    const server = await startServer({}, database);
    await shutDatabase(new URL(database).pathname.slice(1));
    const reply = await send({ path: '/v1/ready', port: server.port });
    assert.deepEqual([reply.status, reply.text], [200, '{"status":"ready"}']);
    takeFailures();
  });

  test('503: the node is about to stop', async () => {
    const server = await startServer({ DRAIN_SECONDS: '1' });
    const drained = server.app.drain.begin();
    for (const path of ['/ready', '/health']) {
      const reply = await send({ path, port: server.port });
      assert.equal(reply.status, 503);
      assert.equal(reply.headers['retry-after'], '5');
    }
    await drained;
  });
});

describe('listPlans', () => {
  test('200: returns the catalogue with monthly prices, or yearly ones on request', async () => {
    const call = await anonymous();
    const monthly = await call(operations.listPlans, {});
    const yearly = await call(operations.listPlans, { query: { billingPeriod: 'yearly' } });
    assert.ok(monthly.status === 200 && yearly.status === 200);
    assert.deepEqual(
      monthly.body.plans.map((plan) => plan.name),
      ['Free', 'Pro', 'Business'],
    );
    assert.deepEqual(
      monthly.body.plans.map((plan) => plan.price),
      ['$0', '$49', '$249'],
    );
    assert.deepEqual(
      yearly.body.plans.map((plan) => plan.price),
      ['$0', '$490', '$2,490'],
    );
    assert.ok(yearly.body.plans.every((plan) => plan.billingPeriod === 'yearly'));
    assert.deepEqual(Object.keys(monthly.body.plans[0]!.limits), [
      'monthlyActiveUsers',
      'links',
      'domains',
      'members',
      'apiKeys',
      'exports',
      'clickRetentionDays',
    ]);
  });

  test('400: an unknown billing period', async () => {
    const reply = await (
      await anonymous()
    )(operations.listPlans, {
      query: { billingPeriod: 'weekly' as 'yearly' },
    });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /billingPeriod must be one of: monthly, yearly/);
  });
});

describe('versioning (Rule: versioning)', () => {
  test('the unversioned base answers the same with deprecation headers', async () => {
    const versioned = await send({ path: '/v1/subscriptions/plans' });
    const legacy = await send({ path: '/subscriptions/plans?billingPeriod=monthly' });
    assert.equal(legacy.text, versioned.text);
    assert.match(String(legacy.headers['deprecation']), /^@\d+$/);
    assert.ok(!Number.isNaN(Date.parse(String(legacy.headers['sunset']))));
    assert.match(
      String(legacy.headers['link']),
      /<http:\/\/api\.test:3000\/v1\/subscriptions\/plans>; rel="successor-version", <[^>]+>; rel="deprecation"/,
    );
    for (const name of ['deprecation', 'sunset', 'link']) assert.ok(!(name in versioned.headers));
  });

  test('errors of the unversioned base have deprecation headers too', async () => {
    const reply = await send({ method: 'POST', path: '/sdk/links', body: '{}' });
    assert.equal(reply.status, 401);
    assert.ok(reply.headers['deprecation']);
  });
});

describe('errors (Rule: errors)', () => {
  test('a client that accepts problem+json gets RFC 9457 problem details', async () => {
    const reply = await send({
      method: 'POST',
      path: '/v1/sdk/links',
      headers: { accept: 'application/problem+json' },
      body: '{}',
    });
    assert.equal(reply.status, 401);
    assert.match(String(reply.headers['content-type']), /^application\/problem\+json/);
    assert.deepEqual(JSON.parse(reply.text), {
      type: 'http://api.test:3000/docs/errors/UNAUTHORIZED',
      title: 'Unauthorized',
      status: 401,
      detail: 'API key is required',
      instance: '/v1/sdk/links',
      code: 'UNAUTHORIZED',
      errors: [],
    });
  });

  test('every answer has a request id', async () => {
    for (const path of ['/health', '/v1/nothing', '/v1/sdk/links/x', '/v1/sdk/resolve']) {
      assert.match(String((await send({ path })).headers['x-request-id']), /^[0-9a-f-]{36}$/, path);
    }
  });

  test('an unknown path is a 404 in the standard error format', async () => {
    const reply = await send({ path: '/v1/nothing' });
    assert.equal(reply.status, 404);
    assert.equal(JSON.parse(reply.text).error, 'NOT_FOUND');
  });

  test('malformed request lines and headers get a 4xx', async () => {
    const requests = [
      { path: '/v1/sdk/resolve?url=%' },
      { path: '/v1/sdk/resolve?url[a]=b&url[__proto__][x]=y' },
      { path: '/v1/sdk/resolve?__proto__[url]=x' },
      { path: '/%c0%ae%c0%ae/' },
      { path: `/v1/${'a/'.repeat(2000)}` },
      { path: '/v1/sdk/links/x', headers: { 'x-app-key': 'ü'.repeat(10) } },
      { path: '/v1/sdk/links/x', headers: { 'x-app-key': 'x'.repeat(8000) } },
      {
        method: 'POST',
        path: '/v1/sdk/links',
        headers: { 'content-type': 'multipart/form-data' },
        body: 'x',
      },
      {
        method: 'POST',
        path: '/v1/sdk/links',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'type=unified',
      },
      { method: 'OPTIONS', path: '/v1/links' },
      { method: 'PATCH', path: '/v1/sdk/links' },
    ];
    for (const request of requests) {
      const reply = await send(request);
      assert.ok(reply.status >= 400 && reply.status < 500, `${request.path} ${reply.status}`);
    }
  });
});
