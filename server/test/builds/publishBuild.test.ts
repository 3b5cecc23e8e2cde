import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { colleague } from '../support/callers/colleague.ts';
import {
  anonymous,
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';

const { publishBuild, listBuilds, listAuditEntries } = operations;

async function publish(project: TestProject, build: string, routes: string[], check?: boolean) {
  const reply = await appKey(project)(publishBuild, {
    params: { platform: 'android', build },
    body: { routes, ...(check !== undefined && { check }) },
  });
  return bodyOf(reply, 200);
}

async function buildsOf(project: TestProject) {
  const params = { projectId: project.project.id };
  const { builds } = bodyOf(await appKey(project, {}, '/api/v1')(listBuilds, { params }), 200);
  return builds.map(({ platform, build, routes }) => `${platform} ${build} ${routes}`);
}

describe('publishBuild 200 (Rule: builds 6)', () => {
  test('a build is kept, and in a second call replaced', async () => {
    const project = await newProject();
    const first = await publish(project, '1', ['/a', '/b']);
    assert.deepEqual(first.build.routes, ['/a', '/b']);
    assert.deepEqual([first.before, first.dropped.count], [null, 0]);
    await publish(project, '1', ['/a']);
    assert.deepEqual(await buildsOf(project), ['android 1 1']);
  });

  test('it is compared with the newest published one before it, by number and not by time', async () => {
    const project = await newProject();
    for (const build of ['10', '9', '8.9.1', '12']) await publish(project, build, []);
    for (const [build, before] of [
      ['11', '10'],
      ['13', '12'],
      ['8.10', '8.9.1'],
      ['8', null],
    ] as const) {
      assert.equal((await publish(project, build, [], true)).before, before, build);
    }
    assert.deepEqual(await buildsOf(project), [
      'android 12 0',
      'android 10 0',
      'android 9 0',
      'android 8.9.1 0',
    ]);
  });

  test('of each system, the builds published last are kept', async () => {
    const project = await newProject();
    const build = (number: number) => ({
      project_id: project.project.id,
      platform: 'android' as const,
      build: String(number),
      routes: ['/a'],
      published_at: new Date(Date.UTC(2026, 0, 1) + number),
    });
    const old = Array.from({ length: LIMITS.publishedBuilds }, (_, index) => build(index));
    const other = { ...build(0), platform: 'ios' as const };
    await project.server.app.db
      .insertInto('app_builds')
      .values([...old, other])
      .execute();
    await publish(project, '5000', ['/a']);
    const kept = await buildsOf(project);
    assert.equal(kept.length, LIMITS.publishedBuilds + 1);
    assert.deepEqual([kept[0], kept[1]], ['ios 0 1', 'android 5000 1']);
    assert.deepEqual(kept.slice(-1), ['android 1 1']);
  });

  test('links that are dropped are named by the pattern that they need; those that never worked are not', async () => {
    const project = await newProject();
    const parameters = (screen: string) => ({ parameters: { screen } });
    const product = await newLink(project, parameters('product/7'));
    for (const id of [1, 2]) await newLink(project, parameters(`sale/${id}`));
    await newLink(project, parameters('unknown'));
    await newLink(project, { fallbackUrl: 'https://shop.example.com/' });
    const over = await newLink(project, parameters('product/8'));
    const body = { expiresAt: '2020-01-01T00:00:00Z' };
    await appKey(project)(operations.updateLink, { params: { id: over.id }, body });
    await publish(project, '1', ['/product/:id', '/sale/*', '/about']);
    const { before, dropped } = await publish(project, '2', ['/about']);
    assert.equal(before, '1');
    assert.equal(dropped.count, 3);
    assert.deepEqual(dropped.routes, [
      { route: '/sale/*', links: 2 },
      { route: '/product/:id', links: 1 },
    ]);
    const shown = dropped.links.find(({ id }) => id === product.id);
    assert.deepEqual(shown, { id: product.id, shortUrl: product.shortUrl, path: '/product/7' });
    assert.equal((await publish(project, '3', [])).dropped.count, 0, 'against build 2');
  });

  test('a person with the role admin publishes, which the audit log tells', async () => {
    const project = await newProject();
    const admin = await colleague(project, 'admin');
    const query = { projectId: project.project.id };
    const reply = await admin(publishBuild, {
      params: { platform: 'ios', build: '1.0' },
      query,
      body: { routes: ['/a'] },
    });
    bodyOf(reply, 200);
    const audit = await member(project)(listAuditEntries, { params: query });
    const [entry] = bodyOf(audit, 200).entries;
    assert.deepEqual([entry?.action, entry?.target.name], ['build.published', 'ios 1.0']);
  });
});

describe('publishBuild errors', () => {
  const put = { params: { platform: 'ios' as const, build: '1' }, body: { routes: ['/a'] } };

  test('400 names each pattern that is none, and says what one looks like', async () => {
    const routes = ['/a', 'b', '/c**', '/:'];
    const reply = await appKey(await anyProject())(publishBuild, { ...put, body: { routes } });
    assert.equal(reply.status, 400);
    const { message } = bodyOf(reply, 400);
    assert.equal(message.length, 3);
    assert.match(message[0] ?? '', /^routes\.1 must be a path such as \/product\/:id/);
  });

  test('400 names each pattern with too many segments, or too many **, and says what to do', async () => {
    const { routeSegments, routeGlobstars } = LIMITS;
    const routes = [
      '/a'.repeat(routeSegments),
      `${'/**/a'.repeat(routeGlobstars)}?x=/**/**`,
      '/a'.repeat(routeSegments + 1),
      '/**/a'.repeat(routeGlobstars + 1),
    ];
    const reply = await appKey(await anyProject())(publishBuild, { ...put, body: { routes } });
    const [segments, globstars, ...more] = bodyOf(reply, 400).message;
    assert.match(segments ?? '', /^routes\.2 has more than 16 segments; end it with \*\*/);
    assert.match(globstars ?? '', /^routes\.3 has more than 2 segments \*\*; name/);
    assert.deepEqual(more, []);
  });

  for (const [title, params, body, expected] of [
    ['a system that is none', { platform: 'web', build: '1' }, put.body, /^platform/],
    ['a build with a space', { platform: 'ios', build: '1 2' }, put.body, /^build must be visible/],
    [
      'a long build',
      { platform: 'ios', build: 'x'.repeat(33) },
      put.body,
      /^build must be at most 32/,
    ],
    ['no routes', put.params, {}, /^routes is required/],
    [
      'too many routes',
      put.params,
      { routes: Array.from({ length: LIMITS.routesPerBuild + 1 }, () => '/a') },
      /^routes must have at most/,
    ],
  ] as const) {
    test(`400: ${title}`, async () => {
      const call = appKey(await anyProject());
      const reply = await call(publishBuild, { params, body } as never);
      assert.match([bodyOf(reply, 400).message].flat().join(), expected);
    });
  }

  test('401 without a credential, 403 with a publishable key and for a viewer', async () => {
    const project = await newProject();
    assert.equal((await (await anonymous())(publishBuild, put)).status, 401);
    assert.equal((await (await publishableKey(project))(publishBuild, put)).status, 403);
    const query = { projectId: project.project.id };
    const viewer = await colleague(project, 'viewer');
    assert.equal((await viewer(publishBuild, { ...put, query })).status, 403);
  });

  test("404 for a project that is not the key's", async () => {
    const query = { projectId: randomUUID() };
    const reply = await appKey(await anyProject())(publishBuild, { ...put, query });
    assert.equal(reply.status, 404);
  });

  test('413: a body over the limit', async () => {
    const body = { routes: [`/${'x'.repeat(300_000)}`] };
    assert.equal((await appKey(await anyProject())(publishBuild, { ...put, body })).status, 413);
  });
});
