import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anyProject, newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { send, visit } from '../support/callers/request.ts';

async function createRow(
  project: TestProject,
  row: string,
): Promise<{ status: number; message: string }> {
  const { text } = await send({
    method: 'POST',
    path: '/v1/links/bulk',
    headers: { 'x-app-key': project.appKey },
    body: `[${row}]`,
  });
  return JSON.parse(text);
}

describe('values that JSON parsing would change', () => {
  const cases: [string, string, RegExp][] = [
    [
      'a number beyond 2^53',
      '{"id":12345678901234567890}',
      /^parameters\.id is a number .* as a string$/,
    ],
    ['an inexact integer', '{"id":9007199254740993}', /^parameters\.id is a number/],
    ['a number below -2^53', '{"a":[{"b":-9007199254740993}]}', /^parameters\.a\.0\.b is a number/],
    ['an infinite number', '{"n":1e999}', /^parameters\.n is a number/],
    ['__proto__', '{"__proto__":"c"}', /^parameters\.__proto__ is a key that no object may have/],
    ['an escaped __proto__', String.raw`{"\u005f_proto__":1}`, /^parameters\.__proto__ is a key/],
    ['constructor', '{"constructor":{"prototype":1}}', /^parameters\.constructor is a key/],
  ];
  for (const [name, parameters, message] of cases) {
    test(`${name} is refused, in a single body and in a bulk row`, async () => {
      const project = await anyProject();
      const body = `{"type":"unified","parameters":${parameters}}`;
      const reply = await send({
        method: 'POST',
        path: '/v1/sdk/links',
        headers: { 'x-app-key': project.appKey },
        body,
      });
      assert.equal(reply.status, 400);
      assert.match(JSON.parse(reply.text).message, message);
      const row = await createRow(project, body);
      assert.equal(row.status, 400);
      assert.match(row.message, message);
    });
  }

  test("the error has the key's pointer and a code", async () => {
    const project = await newProject();
    const reply = await send({
      method: 'POST',
      path: '/v1/sdk/links',
      headers: { 'x-app-key': project.appKey, accept: 'application/problem+json' },
      body: '{"type":"unified","metadata":{"a/b":1e400}}',
    });
    const { errors } = JSON.parse(reply.text);
    assert.deepEqual(
      errors.map(({ field, code, pointer }: Record<string, string>) => [field, code, pointer]),
      [['metadata.a/b', 'unsafe_number', '/metadata/a~1b']],
    );
  });

  test('updateLink refuses them too; numbers that fit are kept exactly', async () => {
    const project = await newProject();
    const parameters = { most: Number.MAX_SAFE_INTEGER, least: -9007199254740991, half: 0.1 };
    const link = await newLink(project, { parameters });
    assert.deepEqual(link.parameters, parameters);
    const reply = await send({
      method: 'PUT',
      path: `/v1/links/${link.id}`,
      headers: { 'x-app-key': project.appKey },
      body: '{"parameters":{"id":1e30}}',
    });
    assert.equal(reply.status, 400);
    assert.match(JSON.parse(reply.text).message, /^parameters\.id is a number/);
  });

  test('malformed JSON is reported with its place', async () => {
    const project = await anyProject();
    const reply = await send({
      method: 'POST',
      path: '/v1/sdk/links',
      headers: { 'x-app-key': project.appKey },
      body: '{"type":oops}',
    });
    assert.equal(reply.status, 400);
    assert.match(JSON.parse(reply.text).message, /^The body is not valid JSON: Unexpected token/);
  });
});

test('a fraction where a query parameter is an integer is refused, not cut', async () => {
  const project = await anyProject();
  const list = (limit: string) =>
    send({ path: `/v1/links?limit=${limit}`, headers: { 'x-app-key': project.appKey } });
  for (const limit of ['1.5', '2.0', '1e1', 'two', '']) {
    const reply = await list(limit);
    assert.equal(reply.status, 400, limit);
    assert.match(JSON.parse(reply.text).message, /^limit must be/);
  }
  assert.equal((await list('2')).status, 200);
});

describe('unknown query parameters', () => {
  const ask = (project: TestProject, path: string, headers: Record<string, string> = {}) =>
    send({ path, headers: { 'x-app-key': project.appKey, ...headers }, port: project.server.port });

  test('400: for direct clients, by name, at every base and in the dashboard API', async () => {
    const project = await newProject();
    const authorization = `Bearer ${project.sessionToken}`;
    for (const [path, headers] of [
      ['/v1/links?offset=2', {}],
      ['/links?offset=2', {}],
      ['/v1/subscriptions/plans?billingPeriod=monthly&offset=2', {}],
      [`/api/v1/projects/${project.project.id}/links?offset=2`, { authorization }],
    ] as const) {
      const reply = await ask(project, path, headers);
      assert.equal(reply.status, 400, path);
      const words = 'offset is not a known query parameter; leave it out';
      assert.equal(JSON.parse(reply.text).message, words);
    }
  });

  test('are ignored from SDK clients, and from everyone on resolve and live links', async () => {
    const project = await newProject();
    const link = await newLink(project, { slug: 'x' });
    const sdk = { 'x-svc-client': 'sdk-ios' };
    assert.equal((await ask(project, '/v1/sdk/links/x?offset=2', sdk)).status, 200);
    const url = encodeURIComponent(link.shortUrl);
    assert.equal((await ask(project, `/v1/sdk/resolve?url=${url}&offset=2`)).status, 200);
    assert.equal((await visit(project.host, '/x?offset=2')).status, 302);
  });

  test('are reported together with errors in the body', async () => {
    const project = await newProject();
    const reply = await send({
      method: 'POST',
      path: '/v1/sdk/links?x=1',
      headers: { 'x-app-key': project.appKey },
      body: '{"type":"unified","iosUrl":"data:x"}',
    });
    assert.deepEqual(
      JSON.parse(reply.text).message.map((each: string) => each.split(' ')[0]),
      ['x', 'iosUrl'],
    );
  });
});

describe('domainId of a link', () => {
  async function newProjectWithTwo() {
    const project = await newProject();
    const { db } = project.server.app;
    const row = await db
      .selectFrom('domains')
      .selectAll()
      .where('project_id', '=', project.project.id)
      .executeTakeFirstOrThrow();
    const second = { ...row, id: crypto.randomUUID(), host: `b.${row.host}`, is_primary: false };
    const { check_result: _none, ...values } = second;
    await db.insertInto('domains').values(values).execute();
    return { project, first: row, second };
  }

  function create(project: TestProject, query: string, body: object) {
    return send({
      method: 'POST',
      path: `/api/v1/projects/${project.project.id}/links${query}`,
      headers: { authorization: `Bearer ${project.sessionToken}` },
      body: JSON.stringify({ type: 'unified', ...body }),
      port: project.server.port,
    });
  }

  test('in query or body chooses the domain', async () => {
    const { project, second } = await newProjectWithTwo();
    for (const [query, body] of [
      [`?domainId=${second.id}`, {}],
      ['', { domainId: second.id }],
      [`?domainId=${second.id}`, { domain: second.host }],
    ] as const) {
      const reply = await create(project, query, body);
      assert.equal(reply.status, 201, reply.text);
      assert.equal(JSON.parse(reply.text).domain, second.host);
    }
  });

  test('404: a domain of another project, or not the one named in domain', async () => {
    const { project, first, second } = await newProjectWithTwo();
    const foreign = await create(project, `?domainId=${crypto.randomUUID()}`, {});
    const other = await create(project, `?domainId=${second.id}`, { domain: first.host });
    for (const reply of [foreign, other]) {
      assert.equal(reply.status, 404);
      assert.match(JSON.parse(reply.text).message, /^domainId .* verified domain/);
    }
    assert.equal((await create(project, '?domainId=5', {})).status, 400);
  });
});
