import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { newLink, newProject } from '../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../support/callers/person.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { send } from '../support/callers/request.ts';

const { getProject, updateProject } = operations;
const SHOP = 'https://shop.example.com';

/** A project whose keys only pages of the given origins may use. */
async function projectFor(allowedOrigins: string[]) {
  const project = await newProject();
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  const changed = bodyOf(
    await owner.call(updateProject, { params, body: { allowedOrigins } }),
    200,
  );
  return { project, owner, params, changed };
}

describe('allowed origins of a project', () => {
  test('403: other origins on every operation that needs a key; the error is readable to them', async () => {
    const { project } = await projectFor([SHOP]);
    const open = Object.values<OperationDeclaration>(operations).filter(
      ({ api, auth }) => api === 'sdk' && auth === 'appKey',
    );
    assert.ok(open.length >= 6);
    for (const { method, path } of open) {
      const reply = await send({
        method,
        path: `/v1${path.replaceAll(/\{\w+\}/g, randomUUID())}`,
        headers: {
          host: '127.0.0.1',
          'x-app-key': project.appKey,
          origin: 'https://evil.example.com',
          'content-type': 'application/json',
        },
        ...(method !== 'GET' && { body: '{}' }),
      });
      assert.equal(reply.status, 403, `${method} ${path}: ${reply.text}`);
      assert.match(reply.text, /Pages of https:\/\/evil\.example\.com may not use this key/);
      assert.equal(reply.headers['access-control-allow-origin'], '*');
    }
  });

  test('allowed origins and callers without an Origin header may call', async () => {
    const { project } = await projectFor([SHOP, 'capacitor://localhost']);
    const link = await newLink(project);
    for (const origin of [SHOP, 'capacitor://localhost', undefined]) {
      const call = await publishableKey(project, origin === undefined ? {} : { origin });
      const body = { installationId: randomUUID() };
      assert.equal((await call(operations.bootstrap, { body })).status, 201, origin);
      const params = { slug: link.slug };
      assert.equal((await call(operations.getLink, { params })).status, 200, origin);
    }
  });

  test('the origin null, as of a sandboxed frame, is not allowed', async () => {
    const { project } = await projectFor([SHOP]);
    const body = { installationId: randomUUID() };
    const call = await publishableKey(project, { origin: 'null' });
    const reply = await call(operations.bootstrap, { body });
    assert.equal(reply.status, 403);
  });

  test('resolve is open to every origin', async () => {
    const { project } = await projectFor([SHOP]);
    const { shortUrl: url } = await newLink(project);
    const call = await publishableKey(project, { origin: 'https://evil.example.com' });
    assert.equal((await call(operations.resolveLink, { query: { url } })).status, 200);
  });

  test('origins are stored normalized and without duplicates; an empty list allows all', async () => {
    const { changed, owner, params, project } = await projectFor([
      'HTTPS://Shop.Example.com:443/',
      SHOP,
      'http://localhost:5173',
      'Capacitor://LOCALHOST',
    ]);
    const kept = [SHOP, 'http://localhost:5173', 'capacitor://localhost'];
    assert.deepEqual(changed.allowedOrigins, kept);
    assert.deepEqual(bodyOf(await owner.call(getProject, { params }), 200).allowedOrigins, kept);
    const none = { allowedOrigins: [] };
    bodyOf(await owner.call(updateProject, { params, body: none }), 200);
    const call = await publishableKey(project, { origin: 'https://evil.example.com' });
    const body = { installationId: randomUUID() };
    assert.equal((await call(operations.bootstrap, { body })).status, 201);
  });

  test('400: an invalid origin, named by its place in the list', async () => {
    const { owner, params } = await projectFor([]);
    for (const wrong of [
      'shop.example.com',
      '*',
      'https://shop.example.com/path',
      'https://shop.example.com?a=b',
      'https://user@shop.example.com',
      'javascript:alert(1)',
    ]) {
      const body = { allowedOrigins: [SHOP, wrong] };
      const reply = await owner.call(updateProject, { params, body });
      assert.equal(reply.status, 400, wrong);
      assert.match(JSON.stringify(reply.body), /allowedOrigins\[1\] must be an origin/, wrong);
    }
  });
});

describe('a secret key in a web page', () => {
  const call = (path: string, headers: Record<string, string>, key: string) =>
    send({ path, headers: { host: '127.0.0.1', 'x-app-key': key, ...headers } });

  test('is refused with the cure, which the page can read; elsewhere it works', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const page = { origin: SHOP, 'sec-fetch-mode': 'cors' };
    for (const path of [`/v1/sdk/links/${link.slug}`, '/v1/links']) {
      const refused = await call(path, page, project.appKey);
      assert.equal(refused.status, 403);
      assert.match(refused.text, /use a publishable key here, and revoke this one/);
      // Node's fetch sends the one, some servers the other.
      for (const headers of [{ origin: SHOP }, { 'sec-fetch-mode': 'cors' }]) {
        assert.equal((await call(path, headers, project.appKey)).status, 200);
      }
    }
    const publishable = await publishableKey(project, page);
    const params = { slug: link.slug };
    assert.equal((await publishable(operations.getLink, { params })).status, 200);
  });
});

describe('a key in Authorization: Bearer', () => {
  test('is an application key where one is needed, and 401 where a session is', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const ask = (path: string, key = project.appKey) =>
      send({ path, headers: { authorization: `Bearer ${key}` } });
    assert.equal((await ask(`/v1/sdk/links/${link.slug}`)).status, 200);
    assert.equal((await ask('/v1/links')).status, 200);
    const unknown = await ask('/v1/links', 'fl_live_unknown');
    assert.match(unknown.text, /Invalid API key/);
    const session = await ask('/api/v1/projects');
    assert.equal(session.status, 401);
    assert.match(session.text, /An API key does not open this operation/);
  });
});
